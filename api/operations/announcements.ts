import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { announcements } from "#api/db/schema/announcements";
import { answer, OperatorError } from "#api/lib/answer";
import {
  announcementInput,
  cancelAnnouncement,
  cancelAnnouncementInput,
  draftInput,
  draftOf,
  listAnnouncements,
  previewAnnouncement,
  sendAnnouncement,
  sendAnnouncementInput,
} from "#api/modules/announcements/announce";
import { segmentInput } from "#api/modules/announcements/segment";
import { languages } from "#contract/languages";
import { choices } from "./choices";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";
import { findPlan } from "./require-plan";

const files: readonly string[] = languages;

/** Reads a file: its first line is the subject, the rest the text. */
async function readMessage(file: string): Promise<{ subject: string; text: string }> {
  const [, subject = "", text = ""] = /^([^\n]*)\n([\s\S]*)$/.exec(await readFile(file, "utf8")) ?? [];
  return { subject, text };
}

const messageFields = {
  subjectEn: z.optional(z.string()),
  textEn: z.optional(z.string()),
  subjectRu: z.optional(z.string()),
  textRu: z.optional(z.string()),
};
const messageInput = z.extend(segmentInput, {
  en: z.optional(z.string()),
  ru: z.optional(z.string()),
  ...messageFields,
});

/** Adds subject and text from the files, if given. */
async function withFileTexts<I extends z.output<typeof messageInput>>({ en, ru, ...rest }: I) {
  const english = en ? await readMessage(en) : undefined;
  const russian = ru ? await readMessage(ru) : undefined;
  return {
    ...rest,
    ...(english && { subjectEn: english.subject, textEn: english.text }),
    ...(russian && { subjectRu: russian.subject, textRu: russian.text }),
  };
}

/**
 * Parses an input.
 *
 * @throws with a message that names the missing or too long fields
 */
function parseOrThrow<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const { data, error } = schema.safeParse(input);
  if (error) {
    for (const { message } of error.issues)
      if (message === "segmentWithoutPlan" || message === "planWithoutSegment")
        throw new OperatorError(message);
    const wrong = [...new Set(error.issues.map(({ path }) => path.join(".")))];
    throw new OperatorError("wrongFields", { fields: wrong.join(", ") });
  }
  return data as z.output<S>;
}

export const announcementsCommands: CommandGroup = (program, operation) => {
  const area = program.command("announcements").description("send announcements to all clients or a segment");
  const addressed = (name: string) =>
    area
      .command(name)
      .option("--en <file>", "English text; the first line is the subject")
      .option("--ru <file>", "Russian text")
      .option("--subject-en <text>", "instead of a file")
      .option("--text-en <text>")
      .option("--subject-ru <text>")
      .option("--text-ru <text>")
      .option("--segment <segment>", "all, servers, plan or partners", "all")
      .option("--plan <id>", "plan ID, for the segment plan")
      .option("--language <code>", "only clients with this language");

  operation(
    area
      .command("template <draft> <language>")
      .description("print a draft: breach (of personal data) or change (of the offer or policy)"),
    draftInput,
    async (input) => {
      const { subject, text } = draftOf(input);
      return `${subject}\n${text}`;
    },
    { isRead: true },
  );
  operation(
    addressed("preview").description(
      "preview the number of recipients and the e-mail in each language that is sent",
    ),
    messageInput,
    async (input, { deps, tx }) => {
      if (input.plan !== undefined) await findPlan(tx, input.plan);
      const announcement = parseOrThrow(announcementInput, await withFileTexts(input));
      const { count, byLanguage, emails } = await previewAnnouncement(deps, tx, announcement);
      const counts = Object.entries(byLanguage).map(([language, clients]) => `${language} ${clients}`);
      const previews = emails.map(({ subject, text }) => `--- ${subject}\n\n${text}`);
      return [`${count} clients (${counts.join(", ")})`, ...previews].join("\n\n");
    },
    { isRead: true, files, choices: { plan: choices.plans } },
  );
  operation(
    addressed("send")
      .description("send it, so many a minute; begin with the preview")
      .requiredOption("--count <number>", "to how many clients, as the preview tells")
      .option("--per-minute <number>", "maximum e-mails per minute", "100"),
    z.extend(messageInput, {
      count: sendAnnouncementInput.shape.count,
      perMinute: sendAnnouncementInput.shape.perMinute,
    }),
    async (input, { deps, tx, operator, shown = {} }) => {
      if (input.plan !== undefined) await findPlan(tx, input.plan);
      const announcement = parseOrThrow(sendAnnouncementInput, await withFileTexts(input));
      const { id, count } = await sendAnnouncement(deps, tx, announcement, operator);
      shown.clients = count;
      return answer("announcementSending", { count, id });
    },
    { files, confirm: ({ count }) => `Send it to ${count} clients?`, choices: { plan: choices.plans } },
  );
  operation(
    withPages(area.command("list").description("list announcements and their progress, newest first")),
    z.object(pageInput),
    (page, { tx }) =>
      listPage(page, {
        columns: [announcements.createdAt, announcements.id],
        isDescending: true,
        read: (part) => listAnnouncements(tx, part),
        row: (row) => ({
          id: row.id,
          at: row.createdAt,
          by: row.author,
          to: [row.segment, row.plan && (row.planName ?? row.plan), row.language].filter(Boolean).join(" "),
          subject: row.subjectEn,
          state: row.state,
          recipients: row.recipients,
          sent: row.sent,
          stopped: row.stopped,
          failed: row.failed,
          unsure: row.unsure,
        }),
      }),
    { isRead: true },
  );
  operation(
    area.command("cancel <id>").description("stop sending"),
    cancelAnnouncementInput,
    async (input, { deps, tx }) => {
      const { left } = await cancelAnnouncement(deps, tx, input);
      return answer("announcementCancelled", { count: left });
    },
    { confirm: ({ id }) => `Send no more of ${id}?`, choices: { id: choices.openAnnouncements } },
  );
};

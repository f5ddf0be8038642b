import { and, asc, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { staffChannels, staffRecipients } from "#api/db/schema/staff";
import type { Tx } from "#api/db/transaction";
import type { AnswerKey, Translated } from "#api/lib/answer";
import { answer, OperatorError, TextIn, Words } from "#api/lib/answer";
import { countWaiting } from "#api/modules/staff/count-waiting";
import { sendStaffNotice } from "#api/modules/staff/notify-staff";
import { commands, listCommands } from "#api/modules/staff/staff-text";
import { waitingItems } from "#api/modules/staff/waiting";
import type { WaitingItem } from "#api/modules/staff/waiting-item";
import { detailsOf } from "#api/modules/staff/waiting-item";
import { comparePlaces } from "#api/modules/staff/waiting-order";
import { enqueue } from "#api/queue/enqueue";
import type { Money } from "#contract/admin/values";
import type { WaitingKind } from "#contract/admin/waiting";
import { waitingKinds } from "#contract/admin/waiting";
import { email } from "#contract/fields";
import { languages } from "#contract/languages";
import type { CommandGroup, Context } from "./operation";
import { staffAccountOperations } from "./staff-accounts";

const events = z.enum([...waitingKinds, "all"]);
const recipient = z.object({ channel: z.enum(staffChannels), address: z.string(), event: events });

/** Further ones are only counted. */
const shownPerKind = 20;

type WaitingRow = {
  event: WaitingKind;
  id: string | null;
  since: Date | null;
  due: Date | null;
  client: string | null;
  sum: Money | null;
  about: Translated;
  command: string;
};

const kindsOf = (event: z.output<typeof events>) => (event === "all" ? waitingKinds : ([event] as const));

const isRecipient = ({ channel, address, event }: z.output<typeof recipient>) =>
  and(
    eq(staffRecipients.channel, channel),
    eq(staffRecipients.address, address),
    event === "all" ? undefined : eq(staffRecipients.kind, event),
  );

/** Returns when and in which language each event was sent. */
const recipientsBefore = (rows: readonly (typeof staffRecipients.$inferSelect)[]) =>
  Object.fromEntries(
    rows.map(({ kind, isDigest, language }) => [kind, [isDigest ? "digest" : "at once", language]]),
  );

/** Returns why nothing can be sent to an address; undefined if it can. */
function reasonAgainst(
  channel: z.output<typeof recipient>["channel"],
  address: string,
  { deps }: Context,
): AnswerKey | undefined {
  if (channel === "email") return z.safeParse(email, address).success ? undefined : "recipientNoEmail";
  if (channel === "telegram") {
    if (!/^-?\d+$/.test(address)) return "recipientNoChat";
    return deps.bot ? undefined : "recipientNoBot";
  }
  if (!/^https?:\/\/\S+$/.test(address)) return "recipientNoUrl";
  return deps.settings.staffWebhookSecret ? undefined : "recipientNoSecret";
}

/** Returns the first waiting items of each kind, and then a row for each kind that has more. */
async function firstWaiting(tx: Tx, kinds: readonly WaitingKind[]): Promise<WaitingRow[]> {
  const counts = await countWaiting(tx);
  const items: WaitingItem[] = [];
  for (const kind of kinds) items.push(...(await waitingItems(tx, { kinds: [kind], limit: shownPerKind })));
  const first = items.sort(comparePlaces).map(
    ({ kind, id, since, dueAt, client, sum = null, ...details }): WaitingRow => ({
      event: kind,
      id,
      since,
      due: dueAt,
      client,
      sum,
      about: new TextIn((language) => detailsOf(details, language)),
      command: commands[kind].replace("<id>", id),
    }),
  );
  const further = kinds
    .filter((kind) => counts[kind] > shownPerKind)
    .map((kind) => ({
      event: kind,
      id: null,
      since: null,
      due: null,
      client: null,
      sum: null,
      about: answer("andMore", { number: counts[kind] - shownPerKind }),
      command: listCommands[kind],
    }));
  return [...first, ...further];
}

/** Commands for items that wait for staff, and for who is notified of them. */
export const staffCommands: CommandGroup = (program, operation) => {
  const area = program
    .command("staff")
    .description("requests that need a person, who is notified of them, and staff accounts");
  staffAccountOperations(area, operation);

  operation(
    area
      .command("waiting")
      .description(
        `list the first ${shownPerKind} requests of each kind that need a decision, earliest due first`,
      )
      .option("--event <event>", waitingKinds.join(", ")),
    z.object({ event: z._default(events, "all") }),
    ({ event }, { tx }) => firstWaiting(tx, kindsOf(event)),
    { isRead: true },
  );

  operation(
    area.command("list").description("list staff notifications"),
    z.object({}),
    async (_, { tx }) => {
      const rows = await tx
        .select()
        .from(staffRecipients)
        .orderBy(asc(staffRecipients.channel), asc(staffRecipients.address), asc(staffRecipients.kind));
      return rows.map(({ kind, channel, address, isDigest, language }) => ({
        event: kind,
        channel,
        address,
        when: answer(isDigest ? "onceADay" : "rightAway"),
        language,
      }));
    },
    { isRead: true },
  );

  operation(
    area
      .command("add <channel> <address>")
      .description(`notify someone by ${staffChannels.join(", ")}; repeat with other options to change it`)
      .option("--event <event>", `${waitingKinds.join(", ")} or all`, "all")
      .option("--digest", "once a day at 6:00 UTC")
      .option("--language <language>", languages.join(", "), "en"),
    z.extend(recipient, { digest: z.optional(z.boolean()), language: z.enum(languages) }),
    async ({ channel, address, event, digest = false, language }, context) => {
      const against = reasonAgainst(channel, address, context);
      if (against) throw new OperatorError(against, { address });
      const { deps, tx, details } = context;
      const previous = await tx
        .select()
        .from(staffRecipients)
        .where(isRecipient({ channel, address, event }))
        .for("update");
      if (previous.length > 0) details.before = recipientsBefore(previous);
      const rows = kindsOf(event).map((kind) => ({
        kind,
        channel,
        address,
        isDigest: digest,
        language,
        createdAt: deps.clock.now(),
      }));
      for (const row of rows)
        await tx
          .insert(staffRecipients)
          .values(row)
          .onConflictDoUpdate({
            target: [staffRecipients.kind, staffRecipients.channel, staffRecipients.address],
            set: { isDigest: digest, language },
          });
      if (event === "all") return answer(digest ? "staffDigestAll" : "staffNotifiedAll", { address });
      return answer(digest ? "staffDigest" : "staffNotified", { address, event: new Words([event]) });
    },
  );

  operation(
    area
      .command("remove <channel> <address>")
      .description("tell someone no more")
      .option("--event <event>", `${waitingKinds.join(", ")} or all`, "all"),
    recipient,
    async ({ channel, address, event }, { tx, details }) => {
      const removed = await tx
        .delete(staffRecipients)
        .where(isRecipient({ channel, address, event }))
        .returning();
      if (removed.length === 0) throw new OperatorError("noRecipient");
      details.before = recipientsBefore(removed);
      if (event === "all") return answer("staffNotNotifiedAll", { address });
      return answer("staffNotNotified", { address, event: new Words([event]) });
    },
  );

  operation(
    area.command("test <channel> <address>").description("send a test message with the waiting requests"),
    z.pick(recipient, { channel: true, address: true }),
    async ({ channel, address }, { tx }) => {
      const [row] = await tx
        .select()
        .from(staffRecipients)
        .where(and(eq(staffRecipients.channel, channel), eq(staffRecipients.address, address)))
        .limit(1);
      if (!row) throw new OperatorError("noRecipient");
      await enqueue(tx, sendStaffNotice, { recipientId: row.id, reason: "digest", items: [], total: 0 });
      return answer("testSent");
    },
  );
};

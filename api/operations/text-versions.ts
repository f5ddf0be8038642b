import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import * as z from "zod/mini";
import { textVersions } from "#api/db/schema/texts";
import { answer, OperatorError } from "#api/lib/answer";
import { utcDay } from "#api/lib/utc-day";
import {
  currentText,
  diffNewText,
  diffText,
  diffTextInput,
  importText,
  importTextInput,
  listTexts,
  listTextsInput,
  lockTexts,
  newestText,
  showText,
  showTextInput,
  textKey,
  textVersion,
} from "#api/modules/texts/versions";
import { dayOf } from "#contract/day";
import { languages } from "#contract/languages";
import { textNames } from "#contract/texts/index";
import { listPage, pageInput, withPages } from "./list-page";
import type { Context, Operation } from "./operation";
import type { PresentValues } from "./present-values";

const fileOf = (folder: string, language: string, name: string) => join(folder, language, `${name}.md`);

/** Returns a file's text; undefined if it does not exist. */
const readIfThere = (file: string) =>
  readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });

const compareTextInput = z.extend(textKey, {
  markdown: z.optional(importTextInput.shape.markdown),
  version: z.optional(textVersion),
  from: importTextInput.shape.from,
});

/**
 * The version in force, with which a new one begins. The newest, which may be announced for a later day, has no field
 * in the form, but counts for the etag.
 */
const presentText: PresentValues = {
  of: ["name", "language"],
  read: async (tx, [name, language], { clock, isLocked }) => {
    const which = textKey.safeParse({ name, language });
    if (!which.success) return undefined;
    if (isLocked) await lockTexts(tx);
    const current = await currentText(tx, which.data, clock.now());
    const newest = await newestText(tx, which.data);
    return current && newest
      ? { markdown: current.markdown, newestVersion: String(newest.version) }
      : undefined;
  },
};

/** Publishes a text; the confirmation says from when and for whom. */
async function publish(input: z.output<typeof importTextInput>, { deps, tx, operator, shown = {} }: Context) {
  const isLater = input.from !== undefined && input.from > dayOf(deps.clock.now());
  shown.effective = isLater && input.from ? utcDay(input.from) : "rightAway";
  shown.readers = "everyone";
  const newest = await newestText(tx, input);
  if (newest && newest.holdsFrom > deps.clock.now())
    shown.announced = answer("textAnnounced", {
      version: newest.version,
      dayOn: dayOf(newest.holdsFrom),
    });
  const added = await importText(deps, tx, input, operator);
  return added
    ? answer("textPublished", { version: added.version, dayOn: dayOf(added.holdsFrom) })
    : answer("textSame");
}

/** Commands for versions of terms, policy and FAQ. */
export function textVersionCommands(texts: Command, operation: Operation): void {
  operation(
    withPages(
      texts
        .command("list")
        .description("versions of offer, policy and FAQ")
        .option("--name <name>", textNames.join(", "))
        .option("--language <code>", languages.join(", ")),
    ),
    z.extend(listTextsInput, pageInput),
    (input, { deps, tx }) =>
      listPage(input, {
        columns: [textVersions.name, textVersions.language, textVersions.version],
        read: (part) => listTexts(deps, tx, input, part),
        row: ({ isCurrent: isHeld, ...row }) => ({ ...row, held: isHeld ? "now" : "" }),
      }),
    { isRead: true },
  );
  operation(
    texts
      .command("show <name> <language>")
      .description("a text as Markdown")
      .option("--version <number>", "by default the current one"),
    showTextInput,
    async (input, { deps, tx }) => (await showText(deps, tx, input)).markdown,
    { isRead: true },
  );
  operation(
    texts
      .command("diff <name> <language> <from> [to]")
      .description("show what changed between two versions; without the second, the current one"),
    diffTextInput,
    async (input, { deps, tx }) => (await diffText(deps, tx, input)) || answer("textsEqual"),
    { isRead: true },
  );
  operation(
    texts
      .command("compare <name> <language>")
      .description("show what a new or an earlier text would change in the current one; publishes nothing")
      .option("--markdown <text>", "the whole text as Markdown")
      .option("--version <number>", "an earlier version instead")
      .option("--from <day>", "effective day (UTC); by default now"),
    compareTextInput,
    async ({ version, markdown, ...input }, { deps, tx }) => {
      if (version === undefined && !markdown) throw new OperatorError("compareNeedsText");
      const earlier = version === undefined ? undefined : await showText(deps, tx, { ...input, version });
      const text = { ...input, markdown: earlier?.markdown ?? markdown ?? "" };
      return (await diffNewText(deps, tx, text)) || answer("textsEqual");
    },
    { isRead: true },
  );
  operation(
    texts
      .command("write <name> <language>")
      .description("publish a new version of a text")
      .requiredOption("--markdown <text>", "the whole text as Markdown")
      .option("--from <day>", "effective day (UTC); by default now"),
    importTextInput,
    publish,
    {
      confirm: ({ name, language }) => `Show this text of ${name} (${language}) to all clients?`,
      current: presentText,
    },
  );
  operation(
    texts
      .command("restore <name> <language> <version>")
      .description("publish an earlier version of a text again, as a new one")
      .option("--from <day>", "effective day (UTC); by default now"),
    z.extend(textKey, { version: textVersion, from: importTextInput.shape.from }),
    async ({ version, ...input }, context) => {
      const { markdown } = await showText(context.deps, context.tx, { ...input, version });
      return publish({ ...input, markdown }, context);
    },
    {
      confirm: ({ name, language, version }) =>
        `Show version ${version} of ${name} (${language}) to all clients again?`,
      current: presentText,
    },
  );
  operation(
    texts.command("export <folder>").description("write the current texts as <folder>/<language>/<name>.md"),
    z.object({ folder: z.string() }),
    async ({ folder }, { deps, tx }) => {
      const written: { file: string; version: number }[] = [];
      for (const language of languages)
        for (const name of textNames) {
          const { markdown, version } = await showText(deps, tx, { name, language });
          const file = fileOf(folder, language, name);
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, markdown);
          written.push({ file, version });
        }
      return written;
    },
    { isShellOnly: true },
  );
  operation(
    texts
      .command("import <folder>")
      .description("take texts that differ as new versions, from files as `texts export` writes them")
      .option("--from <day>", "effective day (UTC); by default now"),
    z.object({ folder: z.string(), from: importTextInput.shape.from }),
    async ({ folder, from }, { deps, tx, operator }) => {
      const imported: { name: string; language: string; version: number; holdsFrom: Date }[] = [];
      for (const language of languages)
        for (const name of textNames) {
          const markdown = await readIfThere(fileOf(folder, language, name));
          if (markdown === undefined) continue;
          const input = importTextInput.parse({ name, language, markdown, from });
          const added = await importText(deps, tx, input, operator);
          if (added) imported.push({ name, language, version: added.version, holdsFrom: added.holdsFrom });
        }
      return imported.length > 0 ? imported : "No changes.";
    },
    { isShellOnly: true, confirm: ({ folder }) => `Show the texts of ${folder} to all clients?` },
  );
}

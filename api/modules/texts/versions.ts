import { createTwoFilesPatch } from "diff";
import { and, desc, eq, getTableColumns, lte, max, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import type { ListPart } from "#api/db/keyset";
import { textVersions } from "#api/db/schema/texts";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { OperatorError, TextIn } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { dayOf } from "#contract/day";
import { languages } from "#contract/languages";
import { date } from "#contract/period";
import { documentMaxLength } from "#contract/rules";
import { textNames } from "#contract/texts/index";
import { shippedText } from "./shipped-text";
import { validateText } from "./validate-text";

/** Versions of terms, policy and FAQ: list, read, compare, add. Pages show the newest version in force. */

export type TextVersion = typeof textVersions.$inferSelect;

/** Author of the texts shipped with the release. */
const release = "release";

const which = { name: z.enum(textNames), language: z.enum(languages) };
/** What a text is named by. */
export const textKey = z.object(which);
export const textVersion = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1));

/** A browser's text area sends lines that end with CR LF. */
const withUnixLines = (text: string) => text.replaceAll("\r\n", "\n");

const ofText = ({ name, language }: Pick<TextVersion, "name" | "language">) =>
  and(eq(textVersions.name, name), eq(textVersions.language, language));

/** Returns the version in force at a moment; null if the database has none yet. */
export async function currentText(
  db: Database | Tx,
  text: Pick<TextVersion, "name" | "language">,
  now: Date,
): Promise<TextVersion | null> {
  const [current] = await db
    .select()
    .from(textVersions)
    .where(and(ofText(text), lte(textVersions.holdsFrom, now)))
    .orderBy(desc(textVersions.holdsFrom), desc(textVersions.version))
    .limit(1);
  return current ?? null;
}

/** Returns the newest version of a text, which may be announced for a later day. */
export async function newestText(
  tx: Tx,
  text: Pick<TextVersion, "name" | "language">,
): Promise<TextVersion | undefined> {
  const [newest] = await tx
    .select()
    .from(textVersions)
    .where(ofText(text))
    .orderBy(desc(textVersions.version))
    .limit(1);
  return newest;
}

type NewText = Pick<TextVersion, "name" | "language" | "markdown" | "author" | "holdsFrom">;

async function add({ clock }: Pick<Deps, "clock">, tx: Tx, text: NewText): Promise<TextVersion> {
  const [last] = await tx
    .select({ version: max(textVersions.version) })
    .from(textVersions)
    .where(ofText(text));
  const [added] = await tx
    .insert(textVersions)
    .values({ ...text, version: (last?.version ?? 0) + 1, createdAt: clock.now() })
    .returning();
  if (!added) throw new Error("The text was not written");
  return added;
}

/** Stores the shipped texts as versions, unless staff have changed the text since. Safe to run at every start. */
export async function storeShippedTexts(deps: Pick<Deps, "db" | "clock">): Promise<void> {
  for (const name of textNames)
    for (const language of languages) {
      const markdown = await shippedText(name, language);
      await transaction(deps.db, async (tx) => {
        const newest = await newestText(tx, { name, language });
        if (newest && (newest.author !== release || newest.markdown === markdown)) return;
        await add(deps, tx, { name, language, markdown, author: release, holdsFrom: deps.clock.now() });
      });
    }
}

export const listTextsInput = z.object({
  name: z.optional(which.name),
  language: z.optional(which.language),
});

export type ListedText = Omit<TextVersion, "markdown"> & { isCurrent: boolean; characters: number };

/** Returns some of the versions. */
export async function listTexts(
  { clock }: Pick<Deps, "clock">,
  db: Database | Tx,
  { name, language }: z.output<typeof listTextsInput>,
  { condition, order, limit, place }: ListPart,
): Promise<(ListedText & { place: string[] })[]> {
  const rows = await db
    .select({ ...getTableColumns(textVersions), place })
    .from(textVersions)
    .where(
      and(name && eq(textVersions.name, name), language && eq(textVersions.language, language), condition),
    )
    .orderBy(...order)
    .limit(limit);
  const listed: (ListedText & { place: string[] })[] = [];
  for (const { markdown, ...row } of rows) {
    const current = await currentText(db, row, clock.now());
    listed.push({ ...row, characters: markdown.length, isCurrent: current?.version === row.version });
  }
  return listed;
}

/** Without `version`, the version in force is shown. */
export const showTextInput = z.object({ ...which, version: z.optional(textVersion) });

/**
 * Returns a version of a text.
 *
 * @throws {ApiError} 404 if there is no such version
 */
export async function showText(
  { clock }: Pick<Deps, "clock">,
  db: Database | Tx,
  input: z.output<typeof showTextInput>,
): Promise<TextVersion> {
  const { version: number } = input;
  const [row] =
    number === undefined
      ? [await currentText(db, input, clock.now())]
      : await db
          .select()
          .from(textVersions)
          .where(and(ofText(input), eq(textVersions.version, number)));
  if (!row) throw new ApiError(404, "notFound");
  return row;
}

/** Two versions; without `to`, the version in force is compared. */
export const diffTextInput = z.object({ ...which, from: textVersion, to: z.optional(textVersion) });

/** Returns the changes as a unified diff; empty if the versions are equal. */
export async function diffText(
  deps: Pick<Deps, "clock">,
  db: Database | Tx,
  { from, to, ...text }: z.output<typeof diffTextInput>,
): Promise<string> {
  const [older, newer] = [
    await showText(deps, db, { ...text, version: from }),
    await showText(deps, db, { ...text, version: to }),
  ];
  return unifiedDiff(older, newer);
}

type ComparedText = Pick<TextVersion, "name" | "language" | "markdown"> & { version: number | string };

function unifiedDiff(...versions: [ComparedText, ComparedText]): string {
  const [older, newer] = versions.map(({ markdown }) => withUnixLines(markdown)) as [string, string];
  if (older === newer) return "";
  const [from, to] = versions.map(({ name, language, version }) => `${name} ${language} ${version}`);
  return createTwoFilesPatch(from ?? "", to ?? "", older, newer);
}

export const importTextInput = z.object({
  ...which,
  markdown: z.string().check(z.overwrite(withUnixLines), z.minLength(1), z.maxLength(documentMaxLength)),
  /** The day (UTC) from which it is in force; immediately if omitted. */
  from: z.optional(date),
});

/**
 * Checks a text that staff want to publish, and its day.
 *
 * @throws with a message for the operator: no title, no line with a date, an unknown placeholder, a question without
 * an anchor, a day in the past
 */
function requireValid(
  { clock }: Pick<Deps, "clock">,
  { name, language, markdown, from }: z.output<typeof importTextInput>,
): void {
  const faults = validateText(name, markdown);
  if (faults.length > 0)
    throw new OperatorError("textInvalid", {
      name,
      language,
      faults: new TextIn((reader) => faults.map((fault) => fault.in(reader)).join(" ")),
    });
  if (from !== undefined && from < dayOf(clock.now())) throw new OperatorError("dayOver", { dayOn: from });
}

/**
 * Returns what a text would change in the version in force, as a unified diff; empty if they are equal.
 *
 * @throws if `importText` would reject the text
 */
export async function diffNewText(
  deps: Pick<Deps, "clock">,
  db: Database | Tx,
  input: z.output<typeof importTextInput>,
): Promise<string> {
  requireValid(deps, input);
  const current = await showText(deps, db, { name: input.name, language: input.language });
  return unifiedDiff(current, { ...input, version: "new" });
}

/** Lets new versions follow one another: the second of two is compared with the first and gets the next number. */
export async function lockTexts(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${textVersions} in share row exclusive mode`);
}

/**
 * Adds a version; returns null if the one in force at that time would be identical.
 *
 * @throws with a message for the operator if the text or the day is not valid
 */
export async function importText(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  input: z.output<typeof importTextInput>,
  author: string,
): Promise<TextVersion | null> {
  requireValid(deps, input);
  const { from, ...text } = input;
  await lockTexts(tx);
  const now = deps.clock.now();
  const holdsFrom = from === undefined || from === dayOf(now) ? now : new Date(from);
  const replaced = await currentText(tx, text, holdsFrom);
  if (replaced && withUnixLines(replaced.markdown) === text.markdown) return null;
  return add(deps, tx, { ...text, author, holdsFrom });
}

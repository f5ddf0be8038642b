import { sql } from "drizzle-orm";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import { sha256Hex } from "#api/lib/hash";

type Clock = Deps["clock"];

/** Values of parameters as the form of an operation has them. */
export type Values = Readonly<Record<string, string | readonly string[]>>;

/** The values that an operation overwrites, with which its form begins. */
export type PresentValues = {
  /** The operation's first parameters, which name what has the values; none if there is one for all. */
  of: readonly string[];
  /**
   * Returns the values; undefined if there are none yet.
   * @param of the values of the parameters that name it
   * @param isLocked nothing else may change them until the end of the transaction
   * @param clock read after the locks are held
   */
  read: (
    tx: Tx,
    of: readonly string[],
    options: { clock: Clock; isLocked: boolean },
  ) => Promise<Values | undefined>;
};

/** Writes objects with their keys in one order, so that equal values have equal texts. */
const canonical = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Returns a text that differs whenever the values do. */
export const etagOf = (values: Values | undefined): string =>
  sha256Hex(JSON.stringify(values ?? null, canonical)).slice(0, 32);

type Overwriting = { name: string; current?: PresentValues | undefined };

/**
 * Lets runs of one operation on one thing follow one another, and rejects one whose form began with other values.
 *
 * @param etag of the values that the form began with; the command line sends none
 * @returns the present values and their etag; undefined if the operation overwrites none that a form begins with
 * @throws {ApiError} 409 `valuesChanged`, or `valuesExist` if the form began with none
 */
export async function requireUnchanged(
  tx: Tx,
  { name, current }: Overwriting,
  input: Record<string, unknown>,
  { clock, etag }: { clock: Clock; etag: string | undefined },
): Promise<{ values: Values | undefined; etag: string } | undefined> {
  if (!current) return undefined;
  const of = current.of.map((parameter) => String(input[parameter] ?? ""));
  const lock = `${name} ${JSON.stringify(of).toLowerCase()}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const values = await current.read(tx, of, { clock, isLocked: true });
  const present = { values, etag: etagOf(values) };
  if (etag === undefined || etag === present.etag) return present;
  throw new ApiError(409, etag === etagOf(undefined) ? "valuesExist" : "valuesChanged");
}

/**
 * Returns the values with which an operation's form begins, and their etag. If it is not known whose values they are,
 * the confirmation shows them, and a form without one began with nothing.
 */
export async function beginningOf(
  { current, confirm }: Overwriting & { confirm?: unknown },
  tx: Tx,
  clock: Clock,
  [of, and]: readonly (string | undefined)[],
): Promise<{ values: Values; etag: string | null }> {
  const named = [of, and].slice(0, current?.of.length).filter((value) => value !== undefined);
  const isNamed = named.length === current?.of.length;
  if (!current || (!isNamed && confirm)) return { values: {}, etag: null };
  const values = isNamed ? await current.read(tx, named, { clock, isLocked: false }) : undefined;
  return { values: values ?? {}, etag: etagOf(values) };
}

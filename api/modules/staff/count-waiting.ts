import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";
import type { WaitingKind } from "#contract/admin/waiting";
import { waitingKinds } from "#contract/admin/waiting";
import { waitingItems } from "./waiting";
import type { WaitingFilter } from "./waiting-rows";
import { isIncluded, waitingRows } from "./waiting-rows";

/** Returns how many items wait, by kind, up to `atMost`; of kinds that the filter excludes, 0. */
export async function countWaiting(
  db: Database | Tx,
  atMost = Number.MAX_SAFE_INTEGER,
  { kinds = waitingKinds, ...filter }: WaitingFilter = {},
): Promise<Record<WaitingKind, number>> {
  const counts = Object.fromEntries(waitingKinds.map((kind) => [kind, 0])) as Record<WaitingKind, number>;
  for (const kind of kinds) {
    const waiting = sql`select 1 from ${waitingRows[kind].from} where ${isIncluded(kind, filter)} limit ${atMost}`;
    counts[kind] = await db.$count(sql`(${waiting}) as waiting`);
  }
  return counts;
}

/** Returns since when the first item of each kind has been waiting; null if none waits. */
export async function waitingSince(db: Database): Promise<Record<WaitingKind, Date | null>> {
  const times = {} as Record<WaitingKind, Date | null>;
  for (const kind of waitingKinds) {
    const [first] = await waitingItems(db, { kinds: [kind], limit: 1 });
    times[kind] = first?.since ?? null;
  }
  return times;
}

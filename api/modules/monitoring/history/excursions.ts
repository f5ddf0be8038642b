import { sql } from "drizzle-orm";
import { monitoringExcursions as excursions } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import type { Decimal } from "#statements/decimal";

/** The range of a position's floating result (profit and swap), watched by a terminal tick by tick. */
export type Excursion = {
  position: string;
  low: Decimal;
  high: Decimal;
  /** Whether the position was watched without a gap since it was opened. */
  isWhole: boolean;
};

/**
 * The lowest (at most 0) and the highest (at least 0) floating result of a trade, including the moment of its close.
 */
export type Excursions = { mae: Decimal | null; mfe: Decimal | null };

/**
 * Returns statements that store the excursions of a post. A position that was once not watched in full stays so,
 * whatever arrives later.
 */
export const excursionWrites = (tx: Tx, accountId: string, list: Excursion[]) =>
  list.length === 0
    ? []
    : [
        tx
          .insert(excursions)
          .values(list.map((row) => ({ accountId, ...row })))
          .onConflictDoUpdate({
            target: [excursions.accountId, excursions.position],
            set: {
              low: sql`least(${excursions.low}, excluded.low)`,
              high: sql`greatest(${excursions.high}, excluded.high)`,
              isWhole: sql`${excursions.isWhole} and excluded.is_whole`,
            },
          }),
      ];

/**
 * Returns MAE and MFE of a position's trades. They are unknown for a position closed in parts, because the floating
 * result belonged to the whole position.
 *
 * @param results profit and swap of each of its closes
 */
export function excursionsIn(results: Decimal[], watched: Excursion | undefined): Excursions {
  const [result] = results;
  if (!watched || result === undefined || results.length > 1) return { mae: null, mfe: null };
  const points = [0n, watched.low, watched.high, result];
  return {
    mae: points.reduce((a, b) => (b < a ? b : a)),
    mfe: points.reduce((a, b) => (b > a ? b : a)),
  };
}

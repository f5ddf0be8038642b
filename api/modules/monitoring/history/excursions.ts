import { sql } from "drizzle-orm";
import { monitoringExcursions as excursions } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import type { Decimal } from "#statements/decimal";

/** How far the floating result (profit and swap) of a position has gone, as a terminal watched it by the tick. */
export type Excursion = {
  position: string;
  low: Decimal;
  high: Decimal;
  /** Nothing was missed since the position was opened. */
  isWhole: boolean;
};

/** The lowest and the highest floating result of a trade, the moment of its close included; at most and at least nothing. */
export type Excursions = { mae: Decimal | null; mfe: Decimal | null };

/** Keeps what a post says of watched positions: statements to be run. What was missed once stays missed, whatever is said later. */
export const keepExcursions = (tx: Tx, accountId: string, list: Excursion[]) =>
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
 * MAE and MFE of a position's trades. Of one that closed in parts they are not known: what floated belonged to all of it.
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

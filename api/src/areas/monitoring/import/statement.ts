import type { BalanceOperation, Deal, Trade } from "#api/areas/monitoring/statistics/history";
import type { Decimal } from "#api/values/decimal";
import type { SaidFigure, StatementFormat } from "#contract/monitoring/import";

/** What an uploaded file holds, in the project's one internal form (`statistics/history.ts`). */
export type Statement = {
  format: StatementFormat;
  account: { number?: string; name?: string; server?: string; currency?: string; leverage?: number };
  trades: Trade[];
  operations: BalanceOperation[];
  /** The deals that `trades` were made of, where the file lists deals: their tickets are the terminal's own. */
  deals: Deal[] | null;
  /** What was read and is not history: orders that never became trades, positions still open. */
  left: { cancelled: number; open: number };
  says: Partial<Record<SaidFigure, Decimal>>;
};

export const emptyStatement = (format: StatementFormat): Statement => ({
  format,
  account: {},
  trades: [],
  operations: [],
  deals: null,
  left: { cancelled: 0, open: 0 },
  says: {},
});

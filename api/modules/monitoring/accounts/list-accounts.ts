import { asc, eq, getTableColumns } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { handle } from "#api/http/handle";
import { connectionState } from "#api/modules/monitoring/connection";
import { isDirty } from "#api/modules/monitoring/history/dirty-ranges";
import { refreshForViewer } from "#api/modules/monitoring/history/refresh-remaining";
import { availableAccounts } from "#api/modules/monitoring/subscription/periods";
import { placesOf } from "#contract/monitoring/currency";
import type { FigureValues } from "#contract/monitoring/figures";
import * as contract from "#contract/monitoring/index";
import type { Decimal } from "#statements/decimal";
import { formatDecimal, parseDecimal } from "#statements/decimal";
import type { Overview } from "./overviews";
import { loadOverviews } from "./overviews";
import type { Account } from "./own-account";
import { revision } from "./own-account";

export const listAccounts = handle(contract.accountList, async (_input, { db, client, clock }) => {
  const now = clock.now();
  const find = () =>
    db
      .select({ ...getTableColumns(accounts), revision })
      .from(accounts)
      .where(eq(accounts.userId, client.id))
      .orderBy(asc(accounts.createdAt), asc(accounts.id));
  let rows = await find();
  for (const { id } of rows.filter(isDirty)) await refreshForViewer(db, id);
  if (rows.some(isDirty)) rows = await find();
  const available = await availableAccounts(db, client.id, now);
  if (rows.length === 0) return { accounts: [], available };
  const overviews = await loadOverviews(db, rows, now);
  const list = rows.flatMap((account, index) => {
    const overview = overviews.get(account.id);
    return overview ? [rowOf(account, overview, { isPaused: index >= available, now })] : [];
  });
  return { accounts: list, available };
});

/** Returns the result of open positions, swaps included; null if no terminal has reported them yet. */
const openResultOf = ({ heardAt, positions }: Account): Decimal | null =>
  heardAt &&
  positions.reduce(
    (sum, { profit, swap }) => sum + (parseDecimal(profit) ?? 0n) + (parseDecimal(swap) ?? 0n),
    0n,
  );

/**
 * Returns the deeper drawdown of balance and equity, both for the current and the maximum one. So an account at its
 * deepest point shows equal values, and the current one never exceeds the maximum (docs/adr/0009). The alert watches
 * the same (`alert-kinds.ts`).
 */
function drawdownsOf(values: FigureValues): Pick<contract.AccountRow, "drawdownPercent" | "drawdownNow"> {
  const measures = [
    { now: values.current_drawdown?.percent, most: values.relative_drawdown?.percent },
    { now: values.equity_current_drawdown?.percent, most: values.equity_relative_drawdown?.percent },
  ].flatMap(({ now, most }) => (typeof now === "number" && typeof most === "number" ? { now, most } : []));
  if (measures.length === 0) return { drawdownPercent: null, drawdownNow: null };
  return {
    drawdownPercent: Math.max(...measures.map(({ most }) => most)),
    drawdownNow: Math.max(...measures.map(({ now }) => now)),
  };
}

function rowOf(
  account: Account,
  { values, trades, line, today, month }: Overview,
  { isPaused, now }: { isPaused: boolean; now: Date },
) {
  const places = placesOf(account.currency);
  const money = (value: Decimal | null) => (value === null ? null : formatDecimal(value, places));
  const hasTraded = trades > 0;
  return {
    monitoringId: account.monitoringId,
    number: account.number,
    name: account.name,
    server: account.server,
    currency: account.currency,
    currencyDisplay: account.currencyDisplay,
    state: connectionState(account, isPaused, now),
    heardAt: account.heardAt?.toISOString() ?? null,
    balance: money(account.balance),
    equity: money(account.equity),
    openResult: money(openResultOf(account)),
    today: hasTraded ? money(today) : null,
    month: hasTraded ? money(month) : null,
    growth: line,
    growthPercent: values.growth ?? null,
    profitPercent: values.profit_percent ?? null,
    ...drawdownsOf(values),
    views: account.views,
    serverId: account.serverId,
  };
}

import { asc, eq } from "drizzle-orm";
import { connectionState } from "#api/areas/monitoring/connection";
import type { PeriodSums } from "#api/areas/monitoring/history/period";
import { loadHistories } from "#api/areas/monitoring/history/period";
import { refresh } from "#api/areas/monitoring/history/refresh";
import { figuresOf } from "#api/areas/monitoring/statistics/figures";
import { availableAccounts } from "#api/areas/monitoring/subscription/periods";
import { verb } from "#api/calls/verb";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import { formatDecimal } from "#api/values/decimal";
import { placesOf } from "#contract/monitoring/currency";
import * as contract from "#contract/monitoring/index";
import type { Account } from "./own-account";
import { isStale } from "./own-account";

export const listAccounts = verb(contract.accountList, async (_input, { db, client, clock }) => {
  const now = clock.now();
  const find = () =>
    db
      .select()
      .from(accounts)
      .where(eq(accounts.userId, client.id))
      .orderBy(asc(accounts.createdAt), asc(accounts.id));
  let rows = await find();
  for (const { id } of rows.filter(isStale)) await transaction(db, (tx) => refresh(tx, id));
  if (rows.some(isStale)) rows = await find();
  const available = await availableAccounts(db, client.id, now);
  const histories = await loadHistories(db, rows);
  const list = histories.map(({ account, sums }, index) => rowOf(account, sums, index >= available, now));
  return { accounts: list, available };
});

function rowOf(account: Account, { summary, equity, opening }: PeriodSums, isPaused: boolean, now: Date) {
  const { values } = figuresOf(summary, equity, { opening });
  return {
    id: account.address,
    number: account.number,
    name: account.name,
    server: account.server,
    currency: account.currency,
    state: connectionState(account, isPaused, now),
    heardAt: account.heardAt?.toISOString() ?? null,
    balance: account.balance === null ? null : formatDecimal(account.balance, placesOf(account.currency)),
    equity: account.equity === null ? null : formatDecimal(account.equity, placesOf(account.currency)),
    profitPercent: values.profit_percent ?? null,
    drawdownPercent: values.relative_drawdown?.percent ?? null,
    views: account.views,
    serverId: account.serverId,
  };
}

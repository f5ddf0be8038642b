import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import {
  monitoringCheckpoints as checkpoints,
  monitoringDeals as deals,
} from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { differencesOf } from "./checkpoints";
import { deriveTrades } from "./derive-trades";
import type { DirtyRanges } from "./dirty-ranges";
import { mergeRanges, noChange } from "./dirty-ranges";

const rowsAtOnce = 5_000;

/**
 * Recomputes the time of every deal of a terminal from the broker's time by another rule, and rederives the trades
 * that changed.
 *
 * @param utc converts the time shown on the broker's clock to UTC, both epoch milliseconds
 */
export async function recalculateDealTimes(
  tx: Tx,
  accountId: string,
  utc: (shown: number) => number,
): Promise<DirtyRanges> {
  let change = noChange;
  const positions = new Set<string>();
  let after = "";
  for (;;) {
    const rows = await tx
      .select({
        ticket: deals.ticket,
        position: deals.position,
        type: deals.type,
        at: deals.at,
        shownAt: deals.shownAt,
      })
      .from(deals)
      .where(and(eq(deals.accountId, accountId), isNotNull(deals.shownAt), gt(deals.ticket, after)))
      .orderBy(deals.ticket)
      .limit(rowsAtOnce);
    const moved = rows.flatMap(({ shownAt, ...row }) => {
      const at = shownAt && new Date(utc(shownAt.getTime()));
      return at && at.getTime() !== row.at.getTime() ? [{ ...row, to: at }] : [];
    });
    const tickets = moved.map(({ ticket }) => ticket);
    const times = moved.map(({ to }) => to.toISOString());
    if (moved.length > 0)
      await tx.execute(sql`
        update monitoring_deals d set at = m.at, floating = null
        from unnest(${sql.param(tickets)}::text[], ${sql.param(times)}::timestamptz[]) as m(ticket, at)
        where d.account_id = ${accountId} and d.ticket = m.ticket`);
    for (const { position, type, at, to } of moved) {
      const first = Math.min(at.getTime(), to.getTime());
      if (type === "buy" || type === "sell") positions.add(position);
      change = mergeRanges(change, { events: first, flows: first, coverage: first });
    }
    after = rows.at(-1)?.ticket ?? after;
    if (rows.length < rowsAtOnce) break;
  }
  if (change === noChange) return change;
  await anchorAnew(tx, accountId);
  return mergeRanges(change, await deriveTrades(tx, accountId, [...positions]));
}

/**
 * Replaces the terminal's checkpoints after its events were moved in time. If everything reconciled, the last
 * checkpoint stands for all of them.
 */
async function anchorAnew(tx: Tx, accountId: string): Promise<void> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account?.reconciledAt || account.reconciledBalance === null || !account.reconciledSeenAt) return;
  if (account.unreconciledSince || ((await differencesOf(tx, accountId)) ?? []).length > 0) return;
  const { reconciledBalance: balance, reconciledSeenAt: seenAt } = account;
  const { rows } = await tx.execute<{ at: string | null }>(
    sql`select (extract(epoch from max(at)) * 1000)::text as at from monitoring_deals where account_id = ${accountId}`,
  );
  const checkpointAt = rows[0]?.at ? new Date(Math.ceil(Number(rows[0].at))) : account.reconciledAt;
  await tx
    .delete(checkpoints)
    .where(and(eq(checkpoints.accountId, accountId), eq(checkpoints.source, "terminal")));
  await tx.insert(checkpoints).values({ accountId, source: "terminal", at: checkpointAt, seenAt, balance });
  await tx.update(accounts).set({ reconciledAt: checkpointAt }).where(eq(accounts.id, accountId));
}

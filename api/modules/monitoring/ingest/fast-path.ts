import { dealFields } from "#api/modules/monitoring/history/deal-fields";
import { isDirty } from "#api/modules/monitoring/history/dirty-ranges";
import type { Excursion } from "#api/modules/monitoring/history/excursions";
import { dealRow, operationRow } from "#api/modules/monitoring/history/store-deals";
import type { EquitySummary } from "#api/modules/monitoring/statistics/equity";
import { noEquity, withSnapshot } from "#api/modules/monitoring/statistics/equity";
import { equityFrom } from "#api/modules/monitoring/statistics/serialize";
import { dayOf } from "#contract/day";
import { parseDecimal } from "#statements/decimal";
import { accountUpdate, positionOf } from "./account-update";
import { start } from "./backfill";
import type { Post, State } from "./parse";
import type { AccountState, KnownDeal } from "./read-account-state";

const minute = 60_000;

/** The changes of a post that brings nothing new; written only if the account is unchanged since it was read. */
export type FastPathPost = {
  id: string;
  version: string;
  facts: ReturnType<typeof accountUpdate>;
  reconciledAt: Date;
  snapshot: State & { at: Date };
  day: string;
  equity: EquitySummary;
  excursions: Excursion[];
  dealsFrom: string;
};

/**
 * Returns the changes of a post that repeats what is known, on an account whose history is summed up and reconciles
 * with what the terminal reports. Nearly every post is one. Returns null if it may be another kind; the full path
 * (`ingest.ts`) handles it with the same result.
 */
export function fastPathPost(accountState: AccountState, post: Post, now: Date): FastPathPost | null {
  const { account, newestSnapshot, checkpoint } = accountState;
  const { state, time } = post;
  if (!state || post.isClockNews || isDirty(account) || account.isResyncing || account.resyncs > 0)
    return null;
  if (account.opening !== 0n || accountState.isMissing || account.unreconciledSince) return null;
  const { reconciledAt, reconciledBalance, reconciledSeenAt } = account;
  if (
    !reconciledAt ||
    reconciledBalance === null ||
    !reconciledSeenAt ||
    checkpoint === null ||
    reconciledAt.getTime() < checkpoint
  )
    return null;
  if (state.balance !== reconciledBalance + (parseDecimal(accountState.moneySinceFit) ?? 0n)) return null;
  if (!areKnown(account.id, post, accountState.deals) || !areOpen(account.positions.map(positionOf), post))
    return null;
  const at = new Date(Math.floor(time / minute) * minute);
  const day = dayOf(at.getTime());
  if (day !== dayOf(now.getTime()) || (newestSnapshot !== null && at.getTime() < newestSnapshot)) return null;
  return {
    id: account.id,
    version: accountState.version,
    facts: accountUpdate(account, post, now),
    reconciledAt: new Date(accountState.newestEvent ?? time),
    snapshot: { ...state, at },
    day,
    equity: equityAfter(accountState, { ...state, time }, day),
    excursions: post.excursions,
    dealsFrom: accountState.newestTicket ?? start,
  };
}

/** Returns the day's equity as `storeSnapshot` computes it, for a snapshot that is not late. */
function equityAfter(
  { equity, flows: cashFlows, newestSnapshot }: AccountState,
  snapshot: State & { time: number },
  day: string,
): EquitySummary {
  const { time } = snapshot;
  const flowed =
    newestSnapshot !== null && cashFlows.some((one) => one.time > newestSnapshot && one.time <= time);
  const flows = { before: 0n, after: 0n };
  for (const one of cashFlows)
    if (one.time >= Date.parse(`${day}T00:00:00Z`))
      flows[one.time <= time ? "before" : "after"] += parseDecimal(one.amount) ?? 0n;
  return withSnapshot(day, equity ? equityFrom(equity) : noEquity, snapshot, flowed, flows);
}

/** Returns whether all positions that a post shows were open before, and those it watched are still open. */
function areOpen(known: string[], { positions, excursions }: Post): boolean {
  const before = new Set(known);
  const open = new Set((positions ?? []).map(positionOf));
  return (
    [...open].every((name) => before.has(name)) && excursions.every(({ position }) => open.has(position))
  );
}

/** Returns whether the deals of a post are already stored with the same fields. */
function areKnown(accountId: string, { deals, operations }: Post, known: KnownDeal[]): boolean {
  const byTicket = new Map(known.map((deal) => [deal.ticket, deal]));
  const rows = [
    ...deals.map((deal) => dealRow(accountId, deal)),
    ...operations.map((one) => operationRow(accountId, one)),
  ];
  return rows.every((row) => {
    const stored = byTicket.get(row.ticket);
    return (
      stored !== undefined && dealFields.every((name) => isSame(row[name] ?? null, stored[name] ?? null))
    );
  });
}

function isSame(sent: string | bigint | Date | null, stored: string | number | null): boolean {
  if (typeof sent === "bigint") return typeof stored === "string" && parseDecimal(stored) === sent;
  return (sent instanceof Date ? sent.getTime() : sent) === stored;
}

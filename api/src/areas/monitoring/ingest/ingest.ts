import { eq } from "drizzle-orm";
import { isStale } from "#api/areas/monitoring/accounts/own-account";
import { lookAtAlerts } from "#api/areas/monitoring/alerts/jobs";
import { busyInterval, interval, pausedInterval } from "#api/areas/monitoring/connection";
import { widened } from "#api/areas/monitoring/history/change";
import { markStale, refresh } from "#api/areas/monitoring/history/refresh";
import { keepSnapshot } from "#api/areas/monitoring/history/refresh-equity";
import { storeDeals } from "#api/areas/monitoring/history/store-deals";
import { dropImportedDoubles } from "#api/areas/monitoring/import/merge";
import { dayOf } from "#api/areas/monitoring/statistics/coverage";
import type { OpenPosition } from "#api/areas/monitoring/statistics/history";
import { isPaused } from "#api/areas/monitoring/subscription/periods";
import { readLimited } from "#api/calls/read-input";
import { verb } from "#api/calls/verb";
import type { StoredPosition } from "#api/db/schema/monitoring";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { formatExact } from "#api/values/decimal";
import { tokenHash } from "#api/values/hash";
import { Refusal } from "#api/values/refusal";
import { refusalText } from "#api/values/texts";
import * as contract from "#contract/monitoring/index";
import type { Post } from "./parse";
import { parsePost } from "./parse";
import { readJson } from "./repair";
import { nextFrom } from "./resync";

type Account = typeof accounts.$inferSelect;

/** A post with so many deals is a part of a longer history. */
const chunk = 200;
/** A change this near is summed up at once; an older one when somebody looks, since more of its kind may follow. */
const soonDays = 2;

/** A terminal's call (statistics, "Where the history comes from"). */
export const ingest = verb(contract.ingest, async (_input, parts) => {
  const { db, clock, request, language } = parts;
  const body = await readBody(request);
  const now = clock.now();
  const key = bearer(request) ?? keyIn(body);
  if (!key) throw new Refusal(401, "activationKeyUnknown");
  return transaction(db, async (tx) => {
    const [account] = await tx
      .select()
      .from(accounts)
      .where(eq(accounts.keyHash, tokenHash(key)))
      .for("update");
    if (!account) throw new Refusal(401, "activationKeyUnknown");
    const post = parsePost(body, now.getTime(), account.gmtOffset);
    if (!post?.account) throw new Refusal(422, "invalidInput", { fields: { account: "fieldMissing" } });
    if (post.account !== account.number)
      throw new Refusal(409, "keyOfOtherAccount", { details: { number: account.number } });
    if (await isPaused(tx, account, now)) {
      const headers = { "retry-after": String(pausedInterval) };
      throw new Refusal(403, "monitoringPaused", { details: { next_in: pausedInterval }, headers });
    }
    const answer = await take(tx, account, post, now);
    const refused = Object.entries(post.refused).map(([field, fault]) => [
      field,
      refusalText(language, fault),
    ]);
    return { ...answer, ...(refused.length > 0 && { refused: Object.fromEntries(refused) }) };
  });
});

/** Stores what a post brings, and says what to send next. Called with the account's row locked. */
async function take(tx: Tx, account: Account, post: Post, now: Date) {
  const sent = await storeDeals(tx, account.id, post);
  const dropped = await dropImportedDoubles(tx, account.id, sent.events);
  const change = { ...widened(sent, dropped), fresh: sent.fresh };
  const isLate = post.state && (await keepSnapshot(tx, account.id, { time: post.time, ...post.state }));
  await tx
    .update(accounts)
    .set(factsOf(account, post, now))
    .where(eq(accounts.id, account.id));
  await markStale(tx, account.id, {
    ...change,
    flows: isLate ? Math.min(change.flows, post.time) : change.flows,
  });
  const soon = dayOf(Math.max(now.getTime(), post.time) - soonDays * 86_400_000);
  const first = Math.min(change.events, change.flows);
  const isSoon = Number.isFinite(first) && dayOf(first) >= soon;
  // nothing new: the history is through
  if (isSoon || (change.fresh === 0 && isStale(account))) await refresh(tx, account.id);
  await lookAtAlerts(tx, account.id);
  const { dealsFrom, isResyncing } = await nextFrom(tx, account, post, change.fresh, now);
  const isBusy = isResyncing || (change.fresh > 0 && post.deals.length + post.operations.length >= chunk);
  return { ok: true as const, next_in: isBusy ? busyInterval : interval, deals_from: dealsFrom };
}

function factsOf(account: Account, post: Post, now: Date): Partial<Account> {
  const { state, positions } = post;
  return {
    heardAt: now,
    server: post.server ?? account.server,
    currency: post.currency ?? account.currency,
    leverage: post.leverage ?? account.leverage,
    mode: post.mode ?? account.mode,
    gmtOffset: post.gmtOffset ?? account.gmtOffset,
    ...(state && {
      balance: state.balance,
      equity: state.equity,
      margin: state.margin,
      freeMargin: state.freeMargin,
    }),
    ...(positions && { positions: positions.map(storedPosition) }),
  };
}

function storedPosition({
  volume,
  openPrice,
  stopLoss,
  takeProfit,
  swap,
  profit,
  ...rest
}: OpenPosition): StoredPosition {
  return {
    ...rest,
    volume: formatExact(volume),
    openPrice: formatExact(openPrice),
    stopLoss: stopLoss === null ? null : formatExact(stopLoss),
    takeProfit: takeProfit === null ? null : formatExact(takeProfit),
    swap: formatExact(swap, 2),
    profit: formatExact(profit, 2),
  };
}

async function readBody(request: Request): Promise<unknown> {
  const bytes = await readLimited(request, contract.ingestMaxBytes);
  try {
    return readJson(bytes);
  } catch {
    throw new Refusal(400, "bodyUnreadable");
  }
}

function bearer(request: Request): string | undefined {
  return /^Bearer\s+(\S+)/i.exec(request.headers.get("authorization") ?? "")?.[1];
}

function keyIn(body: unknown): string | undefined {
  const key = typeof body === "object" && body !== null && "key" in body ? body.key : undefined;
  return typeof key === "string" ? key.trim() : undefined;
}

import type { SQL } from "drizzle-orm";
import { eq, getTableColumns, sql } from "drizzle-orm";
import { withWrites } from "#api/db/batch";
import type { Database } from "#api/db/connect";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import type { PostSource } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import type { IncomingRequest } from "#api/http/incoming-request";
import { readLimited } from "#api/http/read-input";
import { ApiError } from "#api/lib/api-error";
import { sha256Hex } from "#api/lib/hash";
import { errorText } from "#api/lib/translations";
import { enqueueAlertCheck, hasAlerts } from "#api/modules/monitoring/alerts/jobs";
import { busyInterval, interval } from "#api/modules/monitoring/connection";
import type { Reconciliation } from "#api/modules/monitoring/history/check-balance";
import { checkBalance } from "#api/modules/monitoring/history/check-balance";
import { isDirty, mergeRanges, noChange } from "#api/modules/monitoring/history/dirty-ranges";
import { excursionWrites } from "#api/modules/monitoring/history/excursions";
import { dirtySince, markDirty } from "#api/modules/monitoring/history/refresh";
import { refreshKnownSoon, refreshSoon } from "#api/modules/monitoring/history/refresh-remaining";
import type { Arrival } from "#api/modules/monitoring/history/revisions";
import { noteOpen } from "#api/modules/monitoring/history/seen-positions";
import { storeDeals } from "#api/modules/monitoring/history/store-deals";
import { beforeSnapshot, storeSnapshot } from "#api/modules/monitoring/history/store-snapshot";
import { dropImportedDoubles } from "#api/modules/monitoring/import/merge";
import { pausedAt } from "#api/modules/monitoring/subscription/periods";
import { dayMilliseconds, dayOf } from "#contract/day";
import * as contract from "#contract/monitoring/index";
import { accountUpdate, paused, positionOf, requireOwn, unknownKey } from "./account-update";
import { nextFrom } from "./backfill";
import { clockOf } from "./clock";
import type { Post } from "./parse";
import { parsePost } from "./parse";
import { refineClock } from "./refine-clock";
import { readJson } from "./repair-json";
import type { AcceptedPost } from "./take-fast-path";
import { takeFastPath } from "./take-fast-path";

/**
 * Returns the provenance of a post as part of a query on accounts: from the address of a server that the account's
 * owner rents here, or from anywhere with the key. The owner administers that server, so this tells where the post
 * came from, not whether its content is true.
 */
const sourceOf = (address: string): SQL<PostSource> => sql<PostSource>`case when exists (
    select from servers where servers.user_id = monitoring_accounts.user_id
      and servers.ip = ${address.replace(/^::ffff:/i, "")} and servers.status <> 'revoked'
  ) then 'server' else 'key' end`;

type Account = typeof accounts.$inferSelect;

/** A post with at least this many deals is part of a longer history. */
const chunk = 200;
/**
 * A change within these days is summed up at once; an older one when someone views the account, because more may
 * follow.
 */
const soonDays = 2;

/** Handles a terminal's post (statistics, "Where the history comes from"). */
export const ingest = handle(contract.ingest, async (_input, deps) => {
  const { db, clock, sent, language, address } = deps;
  const body = await readBody(sent);
  const now = clock.now();
  const key = bearer(sent) ?? keyIn(body);
  if (!key) throw unknownKey();
  const keyHash = sha256Hex(key);
  const fastResult = await takeFastPath(db, { keyHash, body, now });
  const { answer, post } = fastResult ?? (await takeFullPath(db, { keyHash, body, now, address }));
  const rejected = Object.entries(post.rejected).map(([field, fault]) => [field, errorText(language, fault)]);
  return { ...answer, ...(rejected.length > 0 && { refused: Object.fromEntries(rejected) }) };
});

type IncomingPost = { keyHash: string; body: unknown; now: Date; address: string };

/** The full path: handles any post, with its account's row locked. */
const takeFullPath = (db: Database, { keyHash, body, now, address }: IncomingPost): Promise<AcceptedPost> =>
  transaction(db, async (tx) => {
    const [row] = await tx
      .select({ account: accounts, isPaused: pausedAt(now), via: sourceOf(address) })
      .from(accounts)
      .where(eq(accounts.keyHash, keyHash))
      .for("update");
    if (!row) throw unknownKey();
    const { account, via } = row;
    const post = requireOwn(account, parsePost(body, now.getTime(), clockOf(account)));
    if (row.isPaused) throw paused();
    return { post, answer: await take(tx, account, post, { at: now, via }) };
  });

/** Stores a post and returns the response. Call it with the account's row locked. */
async function take(tx: Tx, account: Account, post: Post, arrival: Arrival) {
  const { id } = account;
  const now = arrival.at;
  const open = (post.positions ?? []).map(positionOf);
  const writes = [
    ...noteOpen(tx, id, open, account.positions.map(positionOf), now),
    ...excursionWrites(tx, id, post.excursions),
  ];
  const isOpen = new Set(open);
  const positions = post.excursions.map(({ position }) => position).filter((name) => !isOpen.has(name));
  const sent = await storeDeals(tx, id, post, arrival, { positions, writes });
  const before = await beforeSnapshot(tx, id, { time: post.time, since: sent.events });
  const dropped = before.isImported ? await dropImportedDoubles(tx, id, sent.events) : noChange;
  let change = mergeRanges(sent, dropped);
  const storedSnapshot = post.state && storeSnapshot(tx, id, { time: post.time, ...post.state }, before);
  const isThrough = post.hasDeals && sent.fresh === 0 && !account.isResyncing;
  if (post.isClockNews || (isThrough && account.reconciledAt === null))
    change = mergeRanges(change, await refineClock(tx, id, post.clock));
  const dirty = dirtySince({
    ...change,
    flows: storedSnapshot?.isLate ? Math.min(change.flows, post.time) : change.flows,
  });
  const [noted] = await withWrites(tx, storedSnapshot?.writes ?? [])
    .update(accounts)
    // the terminal has its key now
    .set({ ...accountUpdate(account, post, now), ...dirty, encryptedKey: null })
    .where(eq(accounts.id, id))
    .returning({ ...getTableColumns(accounts), hasAlerts });
  if (!noted) throw new Error("The account's row is locked, and gone");
  const soon = dayOf(Math.max(now.getTime(), post.time) - soonDays * dayMilliseconds);
  const first = Math.min(change.events, change.flows);
  const isSoon = Number.isFinite(first) && dayOf(first) >= soon;
  // nothing new: the whole history has arrived
  const summedUp = isSoon || sent.fresh === 0 ? await refreshKnownSoon(tx, noted) : noted;
  const reconciliation = await compare(tx, summedUp, post, { events: change.events, isThrough, now });
  if (noted.hasAlerts) await enqueueAlertCheck(tx, id);
  const { dealsFrom, isResyncing } = await nextFrom(tx, summedUp, post, {
    fresh: sent.fresh,
    reconciliation,
    now,
  });
  const isBusy = isResyncing || (sent.fresh > 0 && post.deals.length + post.operations.length >= chunk);
  return { ok: true as const, next_in: isBusy ? busyInterval : interval, deals_from: dealsFrom };
}

/** Checks whether the history reconciles with the balance the terminal reports. */
async function compare(
  tx: Tx,
  account: Account,
  { state, time }: Post,
  { events, isThrough, now }: { events: number; isThrough: boolean; now: Date },
): Promise<Reconciliation> {
  if (!state || isDirty(account)) return { since: null, isOff: false };
  const reconciliation = await checkBalance(
    tx,
    account,
    { balance: state.balance, time, events, isThrough },
    now,
  );
  if (reconciliation.isMoved) {
    await markDirty(tx, account.id, { ...noChange, events: 0 });
    await refreshSoon(tx, account.id);
  }
  return reconciliation;
}

type Sent = Pick<IncomingRequest, "headers" | "body">;

async function readBody(sent: Sent): Promise<unknown> {
  const bytes = await readLimited(sent, contract.ingestMaxBytes);
  try {
    return readJson(bytes);
  } catch {
    throw new ApiError(400, "bodyUnreadable");
  }
}

function bearer({ headers }: Sent): string | undefined {
  return /^Bearer\s+(\S+)/i.exec(headers.get("authorization") ?? "")?.[1];
}

function keyIn(body: unknown): string | undefined {
  const key = typeof body === "object" && body !== null && "key" in body ? body.key : undefined;
  return typeof key === "string" ? key.trim() : undefined;
}

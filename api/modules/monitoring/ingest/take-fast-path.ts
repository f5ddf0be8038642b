import type { Database } from "#api/db/connect";
import { onBehalfOf } from "#api/db/connection-quota";
import { isOutage } from "#api/db/outage";
import { ApiError } from "#api/lib/api-error";
import { batchConcurrent } from "#api/lib/batch-concurrent";
import { enqueueAlertChecks } from "#api/modules/monitoring/alerts/jobs";
import { interval } from "#api/modules/monitoring/connection";
import { paused, requireOwn, unknownKey } from "./account-update";
import { clockOf } from "./clock";
import type { FastPathPost } from "./fast-path";
import { fastPathPost } from "./fast-path";
import type { Post } from "./parse";
import { parsePost } from "./parse";
import type { AccountState } from "./read-account-state";
import { readAccountStates } from "./read-account-state";
import { writeFastPath } from "./write-fast-path";

/** A stored post and the response to its terminal. */
export type AcceptedPost = { post: Post; answer: { ok: true; next_in: number; deals_from: string } };
type IncomingPost = { keyHash: string; body: unknown; now: Date };
/** `again`: another post of the same account is processed first. */
type Outcome = AcceptedPost | ApiError | "again" | null;

/**
 * Maximum number of posts in a transaction and the batching interval. A terminal does not notice the wait, and a
 * single post does not wait at all.
 */
const sharing = { atMost: 50, apartMilliseconds: 40 };
/** Number of attempts if other posts of the same account are in the group. */
const turns = 3;
/** A post with more deals takes the full path. */
const dealsMax = 8;
const plainTicket = /^[\w.:-]{1,32}$/;

const queues = new WeakMap<Database, (incoming: IncomingPost) => Promise<Outcome>>();

/**
 * Handles a post that brings nothing new, in two statements shared with all posts that arrive in the meantime. An
 * account's result depends only on its own rows. Returns null if the full path must handle it: it is another kind of
 * post, or something changed in between.
 *
 * @throws ApiError that concerns only this post
 */
export async function takeFastPath(db: Database, incoming: IncomingPost): Promise<AcceptedPost | null> {
  if (ticketsIn(incoming.body) === null) return null;
  // the group belongs to no client, so its connection does not count towards the quota of the first one
  const queue =
    queues.get(db) ??
    batchConcurrent((group: IncomingPost[]) => onBehalfOf(undefined, () => takeGroup(db, group)), sharing);
  queues.set(db, queue);
  for (let turn = 0; turn < turns; turn++) {
    const outcome = await queue(incoming);
    if (outcome instanceof ApiError) throw outcome;
    if (outcome !== "again") return outcome;
  }
  return null;
}

async function takeGroup(db: Database, group: IncomingPost[]): Promise<Outcome[]> {
  const [first] = group;
  if (!first) return [];
  try {
    const tickets = new Map(group.map(({ keyHash, body }) => [keyHash, ticketsIn(body) ?? []]));
    const states = await readAccountStates(db, tickets, first.now);
    const standings = new Map(states.map((state) => [state.account.keyHash, state]));
    const seenKeys = new Set<string>();
    const prepared = group.map((incoming) => {
      // the second post of an account depends on what the first has changed
      const isFirst = !seenKeys.has(incoming.keyHash);
      seenKeys.add(incoming.keyHash);
      return isFirst ? prepare(incoming, standings.get(incoming.keyHash)) : "again";
    });
    const written = await writeFastPath(
      db,
      prepared.flatMap((one) => (isPrepared(one) ? [one.changes] : [])),
    );
    await enqueueAlertChecks(
      db,
      states.flatMap(({ account: { id }, hasAlerts }) => (hasAlerts && written.has(id) ? [id] : [])),
    );
    return prepared.map((one) => {
      if (!isPrepared(one)) return one;
      const { post, changes } = one;
      if (!written.has(changes.id)) return null;
      return { post, answer: { ok: true, next_in: interval, deals_from: changes.dealsFrom } };
    });
  } catch (error) {
    if (isOutage(error)) throw error;
    // any post may be the cause; the others of the group must not fail with it
    return group.map(() => null);
  }
}

type Prepared = { post: Post; changes: FastPathPost };
const isPrepared = (one: Prepared | Outcome): one is Prepared =>
  one !== null && typeof one === "object" && "changes" in one;

/** Returns the changes of a post, computed without further queries; an `ApiError` or null otherwise. */
function prepare({ body, now }: IncomingPost, state: AccountState | undefined): Prepared | ApiError | null {
  if (!state) return unknownKey();
  try {
    const post = requireOwn(state.account, parsePost(body, now.getTime(), clockOf(state.account)));
    if (state.isPaused) return paused();
    const changes = fastPathPost(state, post, now);
    return changes && { post, changes };
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Returns the tickets of the deals in a post; null if they are too many or not plain. */
function ticketsIn(body: unknown): string[] | null {
  const deals = typeof body === "object" && body !== null && "deals" in body ? body.deals : [];
  if (!Array.isArray(deals)) return [];
  if (deals.length > dealsMax) return null;
  const tickets = deals.map((deal: unknown) =>
    String((deal as { ticket?: unknown } | null)?.ticket ?? "").trim(),
  );
  return tickets.every((ticket) => plainTicket.test(ticket)) ? tickets : null;
}

import type { Database } from "#api/db/connect";
import { onBehalfOf } from "#api/db/connection-quota";
import { isOutage } from "#api/db/outage";
import { ApiError } from "#api/lib/api-error";
import { batchConcurrent } from "#api/lib/batch-concurrent";
import { lookAtAlertsOf } from "#api/modules/monitoring/alerts/jobs";
import { interval } from "#api/modules/monitoring/connection";
import { clockOf } from "./clock";
import { paused, requireOwn, unknownKey } from "./facts";
import type { FastPathPost } from "./fast-path";
import { fastPathPost } from "./fast-path";
import type { Post } from "./parse";
import { parsePost } from "./parse";
import type { AccountState } from "./read-account-state";
import { readAccountStates } from "./read-account-state";
import { writeFastPath } from "./write-fast-path";

/** A stored post and the response to its terminal. */
export type Taken = { post: Post; answer: { ok: true; next_in: number; deals_from: string } };
type Came = { keyHash: string; body: unknown; now: Date };
/** `again`: another post of the same account is processed first. */
type Outcome = Taken | ApiError | "again" | null;

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

const queues = new WeakMap<Database, (came: Came) => Promise<Outcome>>();

/**
 * Handles a post that brings nothing new, in two statements shared with all posts that arrive in the meantime. An
 * account's result depends only on its own rows. Returns null if the full path must handle it: it is another kind of
 * post, or something changed in between.
 *
 * @throws ApiError that concerns only this post
 */
export async function takeFastPath(db: Database, came: Came): Promise<Taken | null> {
  if (ticketsIn(came.body) === null) return null;
  // the group belongs to no client, so its connection does not count towards the quota of the first one
  const queue =
    queues.get(db) ??
    batchConcurrent((group: Came[]) => onBehalfOf(undefined, () => takeGroup(db, group)), sharing);
  queues.set(db, queue);
  for (let turn = 0; turn < turns; turn++) {
    const outcome = await queue(came);
    if (outcome instanceof ApiError) throw outcome;
    if (outcome !== "again") return outcome;
  }
  return null;
}

async function takeGroup(db: Database, group: Came[]): Promise<Outcome[]> {
  const [first] = group;
  if (!first) return [];
  try {
    const tickets = new Map(group.map(({ keyHash, body }) => [keyHash, ticketsIn(body) ?? []]));
    const found = await readAccountStates(db, tickets, first.now);
    const standings = new Map(found.map((state) => [state.account.keyHash, state]));
    const seen = new Set<string>();
    const looked = group.map((came) => {
      // the second post of an account depends on what the first has changed
      const isFirst = !seen.has(came.keyHash);
      seen.add(came.keyHash);
      return isFirst ? lookAt(came, standings.get(came.keyHash)) : "again";
    });
    const written = await writeFastPath(
      db,
      looked.flatMap((one) => (isSteady(one) ? [one.steady] : [])),
    );
    await lookAtAlertsOf(
      db,
      found.flatMap(({ account: { id }, hasAlerts }) => (hasAlerts && written.has(id) ? [id] : [])),
    );
    return looked.map((one) => {
      if (!isSteady(one)) return one;
      const { post, steady } = one;
      if (!written.has(steady.id)) return null;
      return { post, answer: { ok: true, next_in: interval, deals_from: steady.dealsFrom } };
    });
  } catch (error) {
    if (isOutage(error)) throw error;
    // any post may be the cause; the others of the group must not fail with it
    return group.map(() => null);
  }
}

type Looked = { post: Post; steady: FastPathPost };
const isSteady = (one: Looked | Outcome): one is Looked =>
  one !== null && typeof one === "object" && "steady" in one;

/** Returns the changes of a post, computed without further queries; an `ApiError` or null otherwise. */
function lookAt({ body, now }: Came, state: AccountState | undefined): Looked | ApiError | null {
  if (!state) return unknownKey();
  try {
    const post = requireOwn(state.account, parsePost(body, now.getTime(), clockOf(state.account)));
    if (state.isPaused) return paused();
    const steady = fastPathPost(state, post, now);
    return steady && { post, steady };
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

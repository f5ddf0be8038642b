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

/** A post that was taken, and what its terminal is told. */
export type Taken = { post: Post; answer: { ok: true; next_in: number; deals_from: string } };
type Came = { keyHash: string; body: unknown; now: Date };
/** `again`: another post of the same account goes first. */
type Outcome = Taken | ApiError | "again" | null;

/**
 * So many posts share a transaction at most; of thousands of terminals, those of some moments. A terminal does not notice the wait, and
 * one that posts while no other does has none.
 */
const sharing = { atMost: 50, apartMilliseconds: 40 };
/** So many posts of one account in a group wait for each other. */
const turns = 3;
/** A post with more deals is no repeat of the last one. */
const dealsMax = 8;
const plainTicket = /^[\w.:-]{1,32}$/;

const queues = new WeakMap<Database, (came: Came) => Promise<Outcome>>();

/**
 * Takes a post that brings nothing new, in two statements that it shares with all that came meanwhile; what is known of one account
 * follows from nothing but its own rows. Null: it is to go the long way, since it is another post, or something changed in between.
 *
 * @throws ApiError what only this post is told
 */
export async function takeFastPath(db: Database, came: Came): Promise<Taken | null> {
  if (ticketsIn(came.body) === null) return null;
  // the group belongs to nobody: its connection is not counted to who happened to come first
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
      // of one account the second post goes on from what the first has changed
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
    // whichever post it was, its neighbours must not hear of it
    return group.map(() => null);
  }
}

type Looked = { post: Post; steady: FastPathPost };
const isSteady = (one: Looked | Outcome): one is Looked =>
  one !== null && typeof one === "object" && "steady" in one;

/** What a post may change, as far as it is known without asking again. */
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

/** The tickets of the deals that a post names, where they are few and plain; null: they are not. */
function ticketsIn(body: unknown): string[] | null {
  const deals = typeof body === "object" && body !== null && "deals" in body ? body.deals : [];
  if (!Array.isArray(deals)) return [];
  if (deals.length > dealsMax) return null;
  const tickets = deals.map((deal: unknown) =>
    String((deal as { ticket?: unknown } | null)?.ticket ?? "").trim(),
  );
  return tickets.every((ticket) => plainTicket.test(ticket)) ? tickets : null;
}

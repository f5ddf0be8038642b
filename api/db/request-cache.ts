import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "#api/lib/clock";
import type { Database } from "./connect";
import type { Tx } from "./transaction";
import { isInsideTransaction } from "./transaction-scope";

/** Cached query results of one page, by query. */
export type RequestCache = Map<string, Promise<unknown>>;

const page = new AsyncLocalStorage<RequestCache>();

/**
 * Runs the reads of a page. Until it ends, each `cachePerRequest` query runs once, and all reads use one time
 * (`clockOfRequest`). For reads only: writes run outside and query again.
 */
export const withRequestCache = <T>(answers: RequestCache, read: () => T): T => page.run(answers, read);

/**
 * Wraps a query that several reads of one page share: within `withRequestCache` the first runs it and the others get
 * its result, which must not be changed. Elsewhere, and inside a transaction, each call runs it. Failures are not
 * cached.
 *
 * @param key what distinguishes calls; by default all arguments, which must then be plain values
 */
export function cachePerRequest<D extends Database | Tx, A extends unknown[], T>(
  name: string,
  load: (db: D, ...about: A) => Promise<T>,
  key: (...about: A) => unknown = (...about) => about,
): CachedQuery<D, A, T> {
  const questionAbout = (about: A) => `${name} ${JSON.stringify(key(...about))}`;
  const cachedQuery = (db: D, ...about: A): Promise<T> => {
    const answers = isInsideTransaction() ? undefined : page.getStore();
    return answers ? getOrLoad(answers, questionAbout(about), () => load(db, ...about)) : load(db, ...about);
  };
  const remember = (answer: T, ...about: A): void => {
    const answers = isInsideTransaction() ? undefined : page.getStore();
    if (answers) getOrLoad(answers, questionAbout(about), async () => answer);
  };
  return Object.assign(cachedQuery, { remember });
}

type CachedQuery<D, A extends unknown[], T> = {
  (db: D, ...about: A): Promise<T>;
  /** Caches a result that came with another query of the page. */
  remember: (answer: T, ...about: A) => void;
};

function getOrLoad<T>(answers: RequestCache, question: string, load: () => Promise<T>): Promise<T> {
  const known = answers.get(question) as Promise<T> | undefined;
  if (known) return known;
  const answer = load();
  answers.set(question, answer);
  answer.catch(() => answers.delete(question));
  return answer;
}

const moments = new WeakMap<RequestCache, Date>();

/** Returns the clock of a page, which stands still at its first reading. Outside of a page it is `clock` itself. */
export function clockOfRequest(clock: Clock): Clock {
  const answers = page.getStore();
  if (!answers) return clock;
  const now = moments.get(answers) ?? clock.now();
  moments.set(answers, now);
  return { now: () => new Date(now) };
}

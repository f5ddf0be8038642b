import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "#api/lib/clock";
import type { Database } from "./connect";
import type { Tx } from "./transaction";
import { isInsideTransaction } from "./transaction-scope";

/** What one page has asked so far, by question. */
export type RequestCache = Map<string, Promise<unknown>>;

const page = new AsyncLocalStorage<RequestCache>();

/**
 * Runs what a page reads. Until it has ended, a question of `cachePerRequest` is asked once, and all of it is of one moment
 * (`clockOfRequest`). For reading only: what changes something runs outside and asks anew.
 */
export const withRequestCache = <T>(answers: RequestCache, read: () => T): T => page.run(answers, read);

/**
 * A question that several calls of one page ask alike: within `withRequestCache` the first asks it and the others get its answer,
 * which nobody may change. Elsewhere, and inside a transaction, each asks for itself. A failure is not kept.
 *
 * @param key what tells questions apart; by default all arguments, which must then be plain values
 */
export function cachePerRequest<D extends Database | Tx, A extends unknown[], T>(
  name: string,
  load: (db: D, ...about: A) => Promise<T>,
  key: (...about: A) => unknown = (...about) => about,
): CachedQuery<D, A, T> {
  const questionAbout = (about: A) => `${name} ${JSON.stringify(key(...about))}`;
  const once = (db: D, ...about: A): Promise<T> => {
    const answers = isInsideTransaction() ? undefined : page.getStore();
    return answers
      ? rememberedOr(answers, questionAbout(about), () => load(db, ...about))
      : load(db, ...about);
  };
  const remember = (answer: T, ...about: A): void => {
    const answers = isInsideTransaction() ? undefined : page.getStore();
    if (answers) rememberedOr(answers, questionAbout(about), async () => answer);
  };
  return Object.assign(once, { remember });
}

type CachedQuery<D, A extends unknown[], T> = {
  (db: D, ...about: A): Promise<T>;
  /** What another question of the page brought with it need not be asked. */
  remember: (answer: T, ...about: A) => void;
};

function rememberedOr<T>(answers: RequestCache, question: string, load: () => Promise<T>): Promise<T> {
  const known = answers.get(question) as Promise<T> | undefined;
  if (known) return known;
  const answer = load();
  answers.set(question, answer);
  answer.catch(() => answers.delete(question));
  return answer;
}

const moments = new WeakMap<RequestCache, Date>();

/** The clock of a page: it stands still at the moment of its first question. Elsewhere the clock itself. */
export function clockOfRequest(clock: Clock): Clock {
  const answers = page.getStore();
  if (!answers) return clock;
  const now = moments.get(answers) ?? clock.now();
  moments.set(answers, now);
  return { now: () => new Date(now) };
}

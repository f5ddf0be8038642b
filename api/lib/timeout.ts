import { sleep } from "./sleep";

/** What a client waits for at most before the page goes on without: well under what a call may take. */
const patienceMs = 5_000;

/**
 * Waits for work only as long as a client should: on a busy machine it goes on by itself, and its page follows it. What goes wrong
 * after that is `late`'s.
 */
export async function withTimeout<T>(work: Promise<T>, late: (error: unknown) => void): Promise<T | "later"> {
  const timer = new AbortController();
  const waited = sleep(patienceMs, timer.signal).then(() => "later" as const);
  try {
    const first = await Promise.race([work, waited]);
    if (first === "later") work.catch(late);
    return first;
  } finally {
    timer.abort();
  }
}

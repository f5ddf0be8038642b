import { sleep } from "./sleep";

/** How long a client waits before the page continues without the result: well below the time limit of a request. */
const timeoutMs = 5_000;

/**
 * Waits for work with a timeout. After it, the work continues in the background, and its page polls it. Later errors
 * go to `late`.
 */
export async function withTimeout<T>(work: Promise<T>, late: (error: unknown) => void): Promise<T | "later"> {
  const timer = new AbortController();
  const waited = sleep(timeoutMs, timer.signal).then(() => "later" as const);
  try {
    const first = await Promise.race([work, waited]);
    if (first === "later") work.catch(late);
    return first;
  } finally {
    timer.abort();
  }
}

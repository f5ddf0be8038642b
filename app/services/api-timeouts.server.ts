import type { Endpoint } from "#contract/endpoint";
import { ApiUnavailable } from "./api-errors.server";
import type { RequestContext } from "./request-context.server";

export const readMilliseconds = 3_000;
const changeMilliseconds = 6_000;
const patientMilliseconds = 10_000;
/** Time budget for all reads of a page. A whole request takes 8 seconds at most, one that moves money 12. */
const readingMilliseconds = 5_500;
/** Timeout of a read when the budget is used up, such as the shell's reads after a change that timed out. */
export const lastReadMilliseconds = 1_500;

/**
 * Returns the timeout of an endpoint in milliseconds. Changes get longer than reads, because their outcome matters more than the wait: a
 * change must not succeed a second after its failure was reported. Money and files get the longest.
 */
export const timeoutWith = ({ method, answer, body, idempotent }: Endpoint): number => {
  if (answer === "file" || body === "multipart" || idempotent) return patientMilliseconds;
  return method === "GET" ? readMilliseconds : changeMilliseconds;
};

/** Returns whether a call only reads, so that it can be repeated. */
export const isRead = ({ method, answer }: Endpoint): boolean => method === "GET" && answer !== "file";

/** Returns the timeout left for an endpoint in this request. Throws after two timeouts: the API is then not called again. */
export function remainingTimeoutMs(apiCalls: RequestContext["apiCalls"], endpoint: Endpoint): number {
  if (apiCalls.silences > 1) throw new ApiUnavailable(503, "the API has been silent");
  apiCalls.since ??= performance.now();
  if (!isRead(endpoint)) return timeoutWith(endpoint);
  // `AbortSignal.timeout` takes whole milliseconds
  const left = Math.ceil(readingMilliseconds - (performance.now() - apiCalls.since));
  return Math.min(timeoutWith(endpoint), Math.max(lastReadMilliseconds, apiCalls.silences > 0 ? 0 : left));
}

import { callRequest } from "#api/testing/call-request";
import type { ApiTarget } from "#api/testing/heavy-requests";

/** Returns a client of an API in another process, over HTTP; it keeps only the status of responses. */
export function remoteApi(origin: string): ApiTarget {
  const fetchHere = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${origin}/api${path}`, init);
    await answer.arrayBuffer();
    return new Response(null, { status: answer.status });
  };
  return {
    fetch: fetchHere,
    call: async (endpoint, input, options = {}) => {
      const { status, ok } = await fetchHere(
        ...callRequest(endpoint, input as Record<string, unknown>, options),
      );
      return { status, ok } as never;
    },
  };
}

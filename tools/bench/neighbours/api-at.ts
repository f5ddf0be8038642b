import { callRequest } from "#api/testing/call-request";
import type { ApiTarget } from "#api/testing/worst-requests";

/** An API in another process, asked over HTTP; of its answers only what they are is kept. */
export function apiAt(origin: string): ApiTarget {
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

import type { IncomingMessage, ServerResponse } from "node:http";
import { boundedCache } from "#api/lib/cache";
import type { Caller } from "#app/services/api.server";
import { callApi } from "#app/services/api.server";
import * as contract from "#contract/monitoring/index";

/** How long a version holds where other processes may change what it is of. */
const ttlMs = 1_000;
const maxEntries = 10_000;

/**
 * Versions of accounts' pages, asked of the API at most once a second and account; and anew once this process has answered
 * anything that may have changed one: who changes a page sees it changed.
 */
export function pageVersions() {
  const versions = boundedCache<Promise<string | null>>({ maxEntries }, ttlMs);

  async function ask(id: string, caller: Caller): Promise<string | null> {
    const answer = await callApi(caller, contract.pageVersion, { monitoringId: id }).catch(() => null);
    return answer?.version ?? null;
  }

  const forget = () => versions.clear();

  return {
    of(id: string, caller: Caller): Promise<string | null> {
      const cached = versions.get(id);
      if (cached) return cached;
      const version = ask(id, caller);
      versions.set(id, version);
      return version;
    },
    /** Whatever this request changes, it is asked anew from its answer on; who asked before has what was before. */
    forgetAfter({ method }: IncomingMessage, response: ServerResponse): void {
      if (method === "GET" || method === "HEAD") return;
      forget();
      response.once("finish", forget);
      response.once("close", forget);
    },
  };
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Caller } from "#app/services/api.server";
import { callApi } from "#app/services/api.server";
import * as contract from "#contract/monitoring/index";

type Asked = { version: Promise<string | null>; until: number };

/** How long an answer holds where other processes may change what it is about, in milliseconds. */
const holds = 1_000;

/**
 * Versions of accounts' pages, asked of the API at most once a second and account; and anew once this process has answered
 * anything that may have changed one: who changes a page sees it changed.
 */
export function pageVersions() {
  let asked = new Map<string, Asked>();

  async function ask(id: string, caller: Caller): Promise<string | null> {
    const answer = await callApi(caller, contract.pageVersion, { monitoringId: id }).catch(() => null);
    return answer?.version ?? null;
  }

  const forget = () => {
    asked = new Map();
  };

  return {
    of(id: string, caller: Caller): Promise<string | null> {
      const known = asked.get(id);
      if (known && known.until > Date.now()) return known.version;
      const version = ask(id, caller);
      asked.set(id, { version, until: Date.now() + holds });
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

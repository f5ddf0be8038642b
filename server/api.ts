import { createApp, createReadClient, databaseAway, handleError } from "#api/app";
import { createDeps } from "#api/bootstrap/create-deps";
import { metricsOf, processMetrics } from "#api/bootstrap/metrics";
import { withRequestCache } from "#api/db/request-cache";
import type { Arrival } from "#api/http/incoming-request";
import { unreachablePages } from "#api/integrations/payments/index";
import { environment } from "#api/lib/environment";
import type { EmbeddedApi, RequestCache } from "#app/services/request-context.server";

type Running = {
  app: ReturnType<typeof createApp>;
  read: ReturnType<typeof createReadClient>;
  stop: () => Promise<void>;
};

/** The API of this process. */
export type ServerApi = EmbeddedApi & {
  /** Starts it, unless it has been started; rejects where it can't. */
  start: () => Promise<void>;
  /** Answers a request from the network; 503 with `retry-after` while the API still starts. */
  serve: (request: Request, arrival: Arrival) => Promise<Response>;
  /** Lets go of the database and its queue, where they were started. */
  stop: () => Promise<void>;
};

const withCache = <T>(cache: RequestCache | undefined, load: () => T): T =>
  cache ? withRequestCache(cache, load) : load();

/** The API inside this process. It starts with the server or at its first use; a start that failed is tried again by the next use. */
export function createServerApi(registry = processMetrics(), env = environment()): ServerApi {
  let starting: Promise<Running> | undefined;
  let running: Running | undefined;

  async function launch(): Promise<Running> {
    const { deps, stop } = await createDeps({ env });
    const wrong = unreachablePages(deps.payments, env);
    if (wrong) {
      await stop();
      throw new Error(wrong);
    }
    const { observe } = metricsOf(deps, registry);
    running = { app: createApp(deps, observe), read: createReadClient(deps, observe), stop };
    return running;
  }

  function started(): Promise<Running> {
    starting ??= launch().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return starting;
  }

  return {
    start: async () => void (await started()),
    fetch: async (request, cache) => {
      const { app } = await started();
      return withCache(cache, async () => app.fetch(request));
    },
    read: async (endpoint, input, headers, cache) => {
      const { read } = await started();
      return withCache(cache, () => read(endpoint, input, headers));
    },
    serve: async (request, arrival) => {
      // nobody waits for a start; a failed one is tried again
      started().catch(() => undefined);
      return running ? running.app.fetch(request, arrival) : handleError(request, databaseAway());
    },
    stop: async () => {
      const api = await starting?.catch(() => undefined);
      await api?.stop();
    },
  };
}

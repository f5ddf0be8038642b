import { setTimeout as pause } from "node:timers/promises";
import { adminRoutes } from "#api/admin/routes";
import { createApp, createReadClient, databaseAway, handleError } from "#api/app";
import { createDeps } from "#api/bootstrap/create-deps";
import { metricsOf, processMetrics } from "#api/bootstrap/metrics";
import { withRequestCache } from "#api/db/request-cache";
import type { Arrival } from "#api/http/incoming-request";
import { unreachablePages } from "#api/integrations/payments/index";
import { environment } from "#api/lib/environment";
import { StartupError } from "#api/lib/startup-error";
import { ApiUnavailable } from "#app/services/api-errors.server";
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

/**
 * The API inside this process. It starts with the server or at its first use; a start that failed is tried again by the next use. Whoever
 * asks while it starts waits for so long, which is enough for a worker that is started again, and is then told to come back.
 */
export function createServerApi(
  registry = processMetrics(),
  env = environment(),
  patienceMilliseconds = 5_000,
): ServerApi {
  let starting: Promise<Running> | undefined;
  let running: Running | undefined;
  let hasFailed = false;

  async function launch(): Promise<Running> {
    const { deps, stop } = await createDeps({ env });
    const wrong = unreachablePages(deps.payments, env);
    if (wrong) {
      await stop();
      throw new StartupError(`${wrong}.`);
    }
    const { observe } = metricsOf(deps, registry);
    const options = { observe, more: env.ADMIN ? adminRoutes : [] };
    running = { app: createApp(deps, options), read: createReadClient(deps, options), stop };
    return running;
  }

  function started(): Promise<Running> {
    starting ??= launch().catch((error: unknown) => {
      starting = undefined;
      hasFailed = true;
      throw error;
    });
    return starting;
  }

  /** @throws {ApiUnavailable} where the first start takes longer: it may be a minute */
  async function ready(): Promise<Running> {
    const start = started();
    if (running || hasFailed) return start;
    const late = new AbortController();
    const isLate = pause(patienceMilliseconds, null, { signal: late.signal }).catch(() => null);
    const first = await Promise.race([start, isLate]);
    late.abort();
    if (first) return first;
    throw Object.assign(new ApiUnavailable(503, "the API is starting"), { isStarting: true });
  }

  return {
    start: async () => void (await started()),
    fetch: async (request, cache) => {
      const { app } = await ready();
      return withCache(cache, async () => app.fetch(request));
    },
    read: async (endpoint, input, headers, cache) => {
      const { read } = await ready();
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

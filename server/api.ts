import { setTimeout as pause } from "node:timers/promises";
import { databaseAway, handleError } from "#api/app";
import { createDeps } from "#api/bootstrap/create-deps";
import { metricsOf, processMetrics } from "#api/bootstrap/metrics";
import type { FinishedRequest } from "#api/bootstrap/request-log";
import { createRequestLog } from "#api/bootstrap/request-log";
import { withRequestCache } from "#api/db/request-cache";
import type { Arrival } from "#api/http/incoming-request";
import { unreachablePages } from "#api/integrations/payments/index";
import { environment } from "#api/lib/environment";
import { StartupError } from "#api/lib/startup-error";
import { startingError } from "#app/services/api-errors.server";
import type { EmbeddedApi, RequestCache } from "#app/services/request-context.server";
import type { ApiHandlers } from "./api-handlers";
import { apiHandlers } from "./api-handlers";

type Running = {
  /** Handlers of the current sources. */
  handlers: () => Promise<ReturnType<ApiHandlers>>;
  record: (request: FinishedRequest) => void;
  stop: () => Promise<void>;
};

/** The API inside this process. */
export type ServerApi = EmbeddedApi & {
  /** Starts it unless it runs already; rejects if it can't start. */
  start: () => Promise<void>;
  /** Handles a request from the network; responds with 503 and `retry-after` while the API is starting. */
  serve: (request: Request, arrival: Arrival) => Promise<Response>;
  /** Counts a response, and keeps what was logged about a failed one. */
  record: (request: FinishedRequest) => void;
  /** Closes the database and its queue if they were started. */
  stop: () => Promise<void>;
};

const withCache = <T>(cache: RequestCache | undefined, load: () => T): T =>
  cache ? withRequestCache(cache, load) : load();

/**
 * Creates the API inside this process. It starts with the server or at its first use; after a failed start the next
 * use tries again. In-process callers wait for it until `startTimeoutMs` after the start began, which is enough for a
 * restarted worker; from then on they get `ApiUnavailable` at once.
 *
 * @param load returns the handlers; development returns those of the current sources for each request. Jobs keep
 * running as started.
 */
export function createServerApi(
  registry = processMetrics(),
  env = environment(),
  startTimeoutMs = 5_000,
  load: () => Promise<ApiHandlers> = async () => apiHandlers,
): ServerApi {
  let starting: Promise<Running> | undefined;
  let running: Running | undefined;
  let startedAt = 0;
  let hasFailed = false;

  async function launch(): Promise<Running> {
    const { deps, stop } = await createDeps({ env });
    const wrong = unreachablePages(deps.payments, env);
    if (wrong) {
      await stop();
      throw new StartupError(`${wrong}.`);
    }
    const { observe } = metricsOf(deps, registry);
    const { record, stop: stopRecording } = createRequestLog(deps);
    let cached: { by: ApiHandlers; handlers: ReturnType<ApiHandlers> } | undefined;
    const handlers = async () => {
      const by = await load();
      if (cached?.by !== by) cached = { by, handlers: by(deps, { hasConsole: env.ADMIN, observe }) };
      return cached.handlers;
    };
    await handlers();
    running = {
      handlers,
      record,
      stop: async () => {
        await stopRecording();
        await stop();
      },
    };
    return running;
  }

  function started(): Promise<Running> {
    if (starting) return starting;
    startedAt = performance.now();
    starting = launch().catch((error: unknown) => {
      starting = undefined;
      hasFailed = true;
      throw error;
    });
    return starting;
  }

  /** @throws {ApiUnavailable} if the first start takes too long (it may take a minute) */
  async function ready(): Promise<Running> {
    const start = started();
    if (running || hasFailed) return start;
    const late = new AbortController();
    const remainingMs = Math.max(0, startedAt + startTimeoutMs - performance.now());
    const isLate = pause(remainingMs, null, { signal: late.signal }).catch(() => null);
    const first = await Promise.race([start, isLate]);
    late.abort();
    if (first) return first;
    throw startingError();
  }

  return {
    start: async () => void (await started()),
    fetch: async (request, cache) => {
      const { app } = await (await ready()).handlers();
      return withCache(cache, async () => app.fetch(request));
    },
    read: async (endpoint, input, headers, cache) => {
      const { read } = await (await ready()).handlers();
      return withCache(cache, () => read(endpoint, input, headers));
    },
    serve: async (request, arrival) => {
      // don't wait for the start; a failed one is tried again
      started().catch(() => undefined);
      if (!running) return handleError(request, databaseAway());
      const { app } = await running.handlers();
      return app.fetch(request, arrival);
    },
    record: (request) => running?.record(request),
    stop: async () => {
      const api = await starting?.catch(() => undefined);
      await api?.stop();
    },
  };
}

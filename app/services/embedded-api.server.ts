import { BrokenForm, receiveForm } from "#api/calls/receive-upload";
import { letGoOfSlowSenders } from "#api/calls/slow-senders";
import { BodyTooSlow, shortPatience, timedBody } from "#api/calls/timed-body";
import { onOnePage } from "#api/db/asked-once";
import { sweepIncomingHourly } from "#api/outside/files/incoming";
import { unreachablePages } from "#api/outside/payments/index";
import type { Read } from "#api/service/app";
import { answerRefusal, createApp, createReader, databaseAway } from "#api/service/app";
import { keptSecret } from "#api/service/kept-secret";
import { metricsOf, processMetrics } from "#api/service/metrics";
import { serveMetrics } from "#api/service/metrics-server";
import { startParts } from "#api/service/start-parts";
import { isDiskFull } from "#api/values/disk-full";
import { environment } from "#api/values/environment";

type EmbeddedApi = {
  fetch: (request: Request) => Promise<Response>;
  /** A read without a request: what the call says, or the response of one that failed. */
  read: Read;
  stop: () => Promise<void>;
};

const shared = globalThis as typeof globalThis & {
  embeddedApi?: Promise<EmbeddedApi>;
  /** The same once it serves. */
  servingApi?: EmbeddedApi | undefined;
  registry?: ReturnType<typeof processMetrics>;
};

/** What this process says of itself; the API's figures join it where the API is here. */
const registry = () => {
  shared.registry ??= processMetrics();
  return shared.registry;
};

/** The API inside this process, started on first use; the only place where the cabinet touches it. */
export function embeddedApi(): Promise<EmbeddedApi> {
  shared.embeddedApi ??= start().catch((error: unknown) => {
    // the next request tries again
    shared.embeddedApi = undefined;
    throw error;
  });
  return shared.embeddedApi;
}

/** Answers a request to `/api`; with 503 and `retry-after` while the API still starts. */
export async function answerAtApi(request: Request): Promise<Response> {
  // one that could not be started is tried again
  embeddedApi().catch(() => undefined);
  return shared.servingApi?.fetch(request) ?? answerRefusal(request, databaseAway());
}

async function start(): Promise<EmbeddedApi> {
  const { parts, stop } = await startParts();
  const wrong = unreachablePages(parts.payments, environment());
  if (wrong) {
    await stop();
    throw new Error(wrong);
  }
  const { observe } = metricsOf(parts, registry());
  const app = createApp(parts, observe);
  shared.servingApi = {
    fetch: async (request) => app.fetch(request),
    read: createReader(parts, observe),
    stop,
  };
  return shared.servingApi;
}

/** Lets go of the database and its queue, where the API was started. */
export async function stopEmbeddedApi(): Promise<void> {
  const api = await shared.embeddedApi?.catch(() => undefined);
  await api?.stop();
}

export {
  BodyTooSlow,
  BrokenForm,
  isDiskFull,
  keptSecret,
  letGoOfSlowSenders,
  onOnePage,
  receiveForm,
  registry,
  serveMetrics,
  shortPatience,
  sweepIncomingHourly,
  timedBody,
};

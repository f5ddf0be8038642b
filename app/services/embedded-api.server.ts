import { BrokenForm, receiveForm } from "#api/calls/receive-upload";
import { onOnePage } from "#api/db/asked-once";
import { unreachablePages } from "#api/outside/payments/index";
import { createApp } from "#api/service/app";
import { keptSecret } from "#api/service/kept-secret";
import { metricsOf, processMetrics } from "#api/service/metrics";
import { serveMetrics } from "#api/service/metrics-server";
import { startParts } from "#api/service/start-parts";
import { isDiskFull } from "#api/values/disk-full";
import { environment } from "#api/values/environment";

type EmbeddedApi = { fetch: (request: Request) => Promise<Response>; stop: () => Promise<void> };

const shared = globalThis as typeof globalThis & {
  embeddedApi?: Promise<EmbeddedApi>;
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

async function start(): Promise<EmbeddedApi> {
  const { parts, stop } = await startParts();
  const wrong = unreachablePages(parts.payments, environment());
  if (wrong) {
    await stop();
    throw new Error(wrong);
  }
  const app = createApp(parts, metricsOf(parts, registry()).observe);
  return { fetch: async (request) => app.fetch(request), stop };
}

/** Lets go of the database and its queue, where the API was started. */
export async function stopEmbeddedApi(): Promise<void> {
  const api = await shared.embeddedApi?.catch(() => undefined);
  await api?.stop();
}

export { BrokenForm, isDiskFull, keptSecret, onOnePage, receiveForm, registry, serveMetrics };

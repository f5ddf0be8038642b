import cluster from "node:cluster";
import type { Server } from "node:http";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import sirv from "sirv";
import type { ViteDevServer } from "vite";
import { processMetrics } from "#api/bootstrap/metrics";
import { serveMetrics } from "#api/bootstrap/metrics-server";
import { letGoOfSlowSenders } from "#api/http/slow-senders";
import { cleanIncomingHourly } from "#api/integrations/storage/incoming";
import { environment } from "#api/lib/environment";
import { log } from "#app/services/log.server";
import type { ServerApi } from "./api";
import { createServerApi } from "./api";
import { createApp, loadContextOf } from "./create-app";
import { responseMetrics } from "./metrics";
import { pageCache } from "./page-cache";
import { pageHandlers } from "./pages";
import { explainListenError, stopGracefully } from "./shutdown";
import { superviseWorkers } from "./workers";

/**
 * Slow headers hold a connection no longer than 10 seconds, a body that nobody reads any more no longer than its readers would
 * (api/http/timed-body.ts): Node checks once a second.
 */
const limits = { headersTimeout: 8_000, requestTimeout: 125_000, connectionsCheckingInterval: 1_000 };

/** Serves the build in as many processes as WORKERS says. */
export async function main(): Promise<void> {
  const { WORKERS: workers } = environment();
  if (cluster.isPrimary && workers > 1) superviseWorkers(workers);
  else await start();
}

type StartOptions = {
  /** The development server; without it the build is served. */
  vite?: ViteDevServer;
  server?: Server;
};

/** Starts the cabinet on PORT, with the API beside it unless `API_URL` names another. */
export async function start({ vite, server = createServer(limits) }: StartOptions = {}): Promise<void> {
  const env = environment();
  const { API_URL, HOST, PORT = 3000 } = env;
  const registry = processMetrics();
  const api = API_URL ? null : createServerApi(registry);
  const { files, pages, cache } = vite ? developmentPages(vite) : await builtPages();
  const app = createApp({ api, files, pages, pageCache: cache, observe: responseMetrics(registry) });
  server.on("request", app);
  letGoOfSlowSenders(server);
  explainListenError(server);
  stopGracefully(server, async () => api?.stop());
  server.listen(PORT, HOST, async () => {
    log.info({ port: PORT }, "the cabinet listens");
    serveMetrics(registry, env).catch((error: unknown) => log.error({ err: error }, "no metrics are served"));
    await startApi(api);
    // to the primary, where this is one of its workers (server/workers.ts)
    process.send?.("ready");
  });
}

async function startApi(api: ServerApi | null): Promise<void> {
  // the API inside this process removes old uploads itself
  if (!api) cleanIncomingHourly(join(environment().DATA_DIR, "files/incoming"), log);
  await api?.start().catch((error: unknown) => log.error({ err: error }, "the API did not start"));
}

type Pages = { files: RequestHandler[]; pages: RequestHandler; cache: RequestHandler };

/** The build: assets that browsers keep for ever, precompressed; public files for an hour; pages. */
async function builtPages(): Promise<Pages> {
  const build: ServerBuild = await import(
    /* @vite-ignore */ pathToFileURL(resolve("build/server/guarded.js")).href
  );
  const { pages, render } = pageHandlers(build);
  const yearSeconds = 31_536_000;
  return {
    files: [
      sirv("build/client", { brotli: true, gzip: true, immutable: true, maxAge: yearSeconds, etag: true }),
      sirv("public", { maxAge: 3_600, etag: true }),
    ],
    pages,
    cache: pageCache(render, build.assets.version),
  };
}

/** The routes as they are at each request, by Vite. */
function developmentPages(vite: ViteDevServer): Pages {
  const build = async (): Promise<ServerBuild> => {
    const loaded = (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
    return { ...loaded, routes: guardedRoutes(loaded) };
  };
  return {
    files: [vite.middlewares],
    pages: createRequestHandler({
      build,
      getLoadContext: (_, response) => loadContextOf(response),
      mode: "development",
    }),
    cache: (_request, _response, next) => next(),
  };
}

/** The guard is part of the build's server entry (`app/entry.server.tsx`), as `build/server/guarded.js` has it. */
function guardedRoutes(build: ServerBuild): ServerBuild["routes"] {
  const { guardBuild } = build.entry.module as unknown as {
    guardBuild: (build: ServerBuild) => ServerBuild["routes"];
  };
  return guardBuild(build);
}

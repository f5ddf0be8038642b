import cluster from "node:cluster";
import { realpathSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import type { Registry } from "prom-client";
import { Counter, Histogram } from "prom-client";
import type { ViteDevServer } from "vite";
import { processMetrics } from "#api/bootstrap/metrics";
import { serveMetrics } from "#api/bootstrap/metrics-server";
import { demoStaffText } from "#api/bootstrap/seed/demo-staff";
import { letGoOfSlowSenders } from "#api/http/slow-senders";
import { cleanIncomingHourly } from "#api/integrations/storage/incoming";
import { environment } from "#api/lib/environment";
import { StartupError } from "#api/lib/startup-error";
import { log } from "#app/services/log.server";
import type { ServerApi } from "./api";
import { createServerApi } from "./api";
import type { ApiHandlers } from "./api-handlers";
import { createApp, loadContextOf } from "./create-app";
import { pageCache } from "./page-cache";
import { pageHandlers } from "./pages";
import { explainListenError, stopGracefully } from "./shutdown";
import { builtFiles, publicFiles } from "./static-files";
import { superviseWorkers } from "./workers";

/**
 * Slow headers hold a connection for at most 10 seconds, an unread body no longer than the body's own timeouts
 * (api/http/timed-body.ts). Node checks once a second.
 */
const limits = { headersTimeout: 8_000, requestTimeout: 125_000, connectionsCheckingInterval: 1_000 };

/** Serves the build with the number of processes in WORKERS. */
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

/** Starts the cabinet on PORT, with the embedded API unless `API_URL` names an external one. */
export async function start({ vite, server = createServer(limits) }: StartOptions = {}): Promise<void> {
  const env = environment();
  const { API_URL, PORT = 3000, ADMIN_PORT } = env;
  const registry = processMetrics();
  const api = API_URL
    ? null
    : createServerApi(registry, env, undefined, vite && (() => currentHandlers(vite)));
  const { files, pages, cache } = vite ? developmentPages(vite) : await builtPages();
  const app = createApp({ api, files, pages, pageCache: cache, observe: responseMetrics(registry) });
  server.on("request", app);
  letGoOfSlowSenders(server);
  explainListenError(server);
  stopGracefully(server, async () => api?.stop());
  if (ADMIN_PORT) {
    const second = createServer(limits, app).listen(ADMIN_PORT, env.listenHost);
    letGoOfSlowSenders(second);
    explainListenError(second);
    server.once("close", () => second.close());
  }
  server.listen(PORT, env.listenHost, async () => {
    log.info({ port: PORT }, "the cabinet listens");
    serveMetrics(registry, env).catch((error: unknown) => log.error({ err: error }, "no metrics are served"));
    const isStarted = await startApi(api);
    // for the primary process, if this is a worker (server/workers.ts)
    process.send?.("ready");
    if (isStarted && (!cluster.isWorker || cluster.worker?.id === 1)) printReady(env);
  });
}

/** Prints the URL, and the logins of a demo, for a person who started it by hand. */
function printReady({ publicOrigin, DEMO, ADMIN, ADMIN_ORIGIN }: ReturnType<typeof environment>): void {
  const logins =
    "anna@demo.test, boris@demo.test, clara@demo.test or denis@demo.test, password demo-password";
  process.stdout.write(`Ready: ${publicOrigin}${DEMO ? ` (log in as ${logins})` : ""}\n`);
  if (DEMO && ADMIN) process.stdout.write(`${demoStaffText(ADMIN_ORIGIN ?? publicOrigin)}\n`);
}

/** Starts the API of this process, if there is one; returns whether the start succeeded. */
async function startApi(api: ServerApi | null): Promise<boolean> {
  // the embedded API removes old uploads itself
  if (!api) cleanIncomingHourly(join(environment().DATA_DIR, "files/incoming"), log);
  try {
    await api?.start();
    return true;
  } catch (error) {
    if (error instanceof StartupError) {
      console.error(error.message);
      process.exit(1);
    }
    log.error({ err: error }, "the API did not start");
    return false;
  }
}

type Pages = { files: RequestHandler[]; pages: RequestHandler; cache: RequestHandler };

/** Serves the build: precompressed assets, cached forever; public files, cached for an hour; pages. */
async function builtPages(): Promise<Pages> {
  // resolves the `build` symlink now, so that a later build does not affect this process
  const folder = realpathSync("build");
  const build: ServerBuild = await import(
    /* @vite-ignore */ pathToFileURL(join(folder, "server/guarded.js")).href
  );
  const { pages, render } = pageHandlers(build);
  return {
    files: [builtFiles(join(folder, "client")), publicFiles("public")],
    pages,
    cache: pageCache(render, build.assets.version),
  };
}

/** Serves the current sources' routes through Vite, for each request. */
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

/** Returns the API's handlers from the current sources. */
async function currentHandlers(vite: ViteDevServer): Promise<ApiHandlers> {
  const loaded = (await vite.ssrLoadModule("/server/api-handlers.ts")) as typeof import("./api-handlers");
  return loaded.apiHandlers;
}

/**
 * Returns the guarded routes. The guard is part of the build's server entry (`app/entry.server.tsx`), as in
 * `build/server/guarded.js`.
 */
function guardedRoutes(build: ServerBuild): ServerBuild["routes"] {
  const { guardBuild } = build.entry.module as typeof build.entry.module & {
    guardBuild: (build: ServerBuild) => ServerBuild["routes"];
  };
  return guardBuild(build);
}

type Kind = "page" | "data" | "api" | "file";

function kindOf(path: string): Kind {
  if (path.startsWith("/api/")) return "api";
  if (path.startsWith("/assets/") || /\.\w{2,5}$/.test(path)) return path.endsWith(".data") ? "data" : "file";
  return "page";
}

/** Records response metrics. Paths are not labels, because there would be as many metrics as paths. */
function responseMetrics(registry: Registry) {
  const registers = [registry];
  const pages = new Histogram({
    name: "page_seconds",
    help: "Time to answer a request: pages, data of a load within the app, calls, built files",
    labelNames: ["kind", "status"] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers,
  });
  const scripts = new Counter({
    name: "script_loads",
    help: "Loads of the script that takes pages over",
    registers,
  });
  return (path: string, status: number, seconds: number): void => {
    pages.observe({ kind: kindOf(path), status: String(status) }, seconds);
    if (/^\/assets\/entry\.client-/.test(path)) scripts.inc();
  };
}

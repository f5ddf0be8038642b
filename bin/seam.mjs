/**
 * The one seam between the cabinet and what serves it (docs/decisions/0027-one-seam-in-front-of-remix-serve.md).
 *
 * remix-serve is a program and no library: it takes a build and has neither middleware nor a hook. The cabinet needs
 * something around each route (the guard) and something before each request (its context, the security headers, the log,
 * later what is answered without Remix). Both are the build's own code, `app/services/seam.server.ts`, which the build
 * hands out by its server entry; here they are put in their places, and nowhere else.
 */
import { existsSync, readdirSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/node";

const serveCli = createRequire(import.meta.url).resolve("@remix-run/serve/dist/cli.js");
const fromRemixServe = createRequire(serveCli);

/**
 * Slow headers hold a connection no longer than 10 seconds, a body that nobody reads any more no longer than its readers would
 * (api/src/calls/timed-body.ts): Node looks after it once a second.
 */
const limits = { headersTimeout: 8_000, requestTimeout: 125_000, connectionsCheckingInterval: 1_000 };

/** A server build whose loaders and actions the guard stands around. */
export function guarded(build) {
  return { ...build, routes: build.entry.module.seam.guardBuild(build) };
}

/** Runs remix-serve on `bin/guarded-build.mjs`, its express app behind our server. */
export async function serveBehindTheSeam() {
  const guardedBuild = new URL("guarded-build.mjs", import.meta.url);
  const build = await import(guardedBuild.href);
  const { seam } = build.entry.module;
  const { createServer } = http;
  // its express app asks for a server once, by this function, which is itself again then
  http.createServer = (app) => {
    http.createServer = createServer;
    return seam.putInFront(createServer(limits), app, createRequestHandler(build, "production"));
  };
  handleByBranches();
  knowFiles();
  // its own log prints query strings, by a format of this name; the seam writes a line of its own
  fromRemixServe("morgan").format("tiny", () => undefined);
  process.argv = [process.argv[0], "remix-serve", fileURLToPath(guardedBuild)];
  fromRemixServe(serveCli);
}

/**
 * Its handler of pages is made for the branch of routes that an address leads to, once for each. What such an answer has whole is sent
 * at once, and not read out of a stream again (docs/decisions/0235).
 */
function handleByBranches() {
  const adapter = fromRemixServe("@remix-run/express");
  const { createRemixRequest, sendRemixResponse } = fromRemixServe("@remix-run/express/dist/server.js");
  adapter.createRequestHandler = ({ build, mode }) => {
    const { branchesOf, wholeBodyOf } = build.entry.module.seam;
    const branchOf = branchesOf(build);
    const handlers = new Map();
    return async (request, response, next) => {
      try {
        const branch = branchOf(request.url);
        const handler = handlers.get(branch) ?? createRequestHandler(branch, mode);
        handlers.set(branch, handler);
        const answer = await handler(createRemixRequest(request, response));
        const body = wholeBodyOf(answer);
        if (!body) return await sendRemixResponse(response, answer);
        response.statusCode = answer.status;
        for (const [name, value] of answer.headers) response.appendHeader(name, value);
        response.end(body);
      } catch (error) {
        next(error);
      }
    };
  };
}

/** Its folders of files are read once: it would look on the disk for a file of each page's name, in both of them. */
function knowFiles() {
  const express = fromRemixServe("express");
  const serveStatic = express.static;
  express.static = (folder, options) => {
    const serve = serveStatic(folder, options);
    const inside = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
    const found = inside.map((name) => `/${name.replaceAll("\\", "/")}`);
    const files = new Set(found.map(encodeURI));
    return (request, response, next) => (files.has(request.path) ? serve(request, response, next) : next());
  };
}

/** The development server: Vite's files, and the routes as they are at each request, behind the same seam. */
export async function developBehindTheSeam() {
  const express = fromRemixServe("express");
  const { createRequestHandler } = fromRemixServe("@remix-run/express");
  const { createServer } = await import("vite");
  const server = http.createServer(limits);
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } });
  const build = () => vite.ssrLoadModule("virtual:remix/server-build");
  const app = express();
  app.disable("x-powered-by");
  app.use(vite.middlewares);
  app.all("*", createRequestHandler({ build: async () => guarded(await build()), mode: "development" }));
  const { seam } = (await build()).entry.module;
  // Vite ends the process at once, at a signal and where nothing is typed any more: the seam lets the database go first
  process.removeAllListeners("SIGTERM");
  process.stdin.removeAllListeners("end");
  seam.putInFront(server, app).listen(Number(process.env.PORT), process.env.HOST, () => {
    console.log(`[development] http://localhost:${process.env.PORT}`);
  });
}

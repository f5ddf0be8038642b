import type { RequestListener, Server } from "node:http";
import { paths } from "#app/paths";
import { builtAssets } from "./assets.server";
import { branchesOf } from "./branches.server";
import { sendDictionary } from "./dictionary-files.server";
import { letGoOfSlowSenders } from "./embedded-api.server";
import { guardBuild } from "./failed-files.server";
import type { KeptPages, Render } from "./kept-pages.server";
import { keptPages } from "./kept-pages.server";
import { log } from "./log.server";
import { observeAnswer } from "./metrics.server";
import { liveWith } from "./process.server";
import { contextOf, runInContext } from "./request-context.server";
import { putOnAsItLeaves, securityHeaders } from "./security-headers.server";
import { sendTexts } from "./text-files.server";
import { wholeBodyOf } from "./whole-answers.server";

/** Remix's data addresses before single fetch: nothing of ours asks for them, and Remix calls each an error of ours. */
const isOldDataAddress = (url: string) => /[?&]_data(=|&|$)/.test(url);

function isReadable(url: string): boolean {
  try {
    return decodeURI(url.split("?")[0] ?? "") !== "";
  } catch {
    return false;
  }
}

/**
 * What stands in front of Remix: gives each request its id and context, each answer (assets, redirects and errors too)
 * its security headers, and the log its line. Whatever is to answer before Remix does is asked here.
 */
function inFrontOf(handle: RequestListener, kept: KeptPages): RequestListener {
  const assets = builtAssets();
  return (request, response) => {
    const startedAt = performance.now();
    const context = contextOf(request);
    const { method, url = "/" } = request;
    // Remix has a check of its own, which answers 500 and believes X-Forwarded-Host: there is one check, ours
    if (!url.startsWith("/api/")) delete request.headers.origin;
    putOnAsItLeaves(response, (type, status) => ({
      ...securityHeaders(type, status),
      // only of what failed anybody asks what happened; the log has it of the rest
      ...(status >= 400 && { "x-request-id": context.requestId }),
    }));
    // a connection stays open without being told so, since HTTP/1.1
    if (request.httpVersion === "1.1" && !url.startsWith("/api/")) response.removeHeader("connection");
    response.once("close", () => {
      const [path = "/"] = url.split("?");
      const took = performance.now() - startedAt;
      observeAnswer(path, response.statusCode, took / 1000);
      if (url.startsWith("/assets/")) return;
      const ms = Math.round(took);
      log.info({ method, path, status: response.statusCode, ms, requestId: context.requestId }, "request");
    });
    if (sendDictionary(request, response) || assets.send(request, response)) return;
    if (sendTexts(request, response)) return;
    if (isOldDataAddress(url)) return void response.writeHead(404).end();
    // of no page, and what stands behind would fail on it
    if (!isReadable(url)) return void response.writeHead(302, { location: paths.home }).end();
    runInContext(context, async () => {
      const isAnswered = await kept(request, response).catch((error: unknown) => {
        log.error({ err: error, path: url, requestId: context.requestId }, "a page was not kept");
        return false;
      });
      if (!isAnswered) handle(request, response);
    });
  };
}

const nothingKept: KeptPages = async () => false;

/**
 * Puts a server in front of whatever handles requests behind it; the API starts and ends with it.
 *
 * @param render what pages for all visitors are kept of; without it every page is rendered for who asks.
 */
function putInFront(server: Server, handle: RequestListener, render?: Render): Server {
  liveWith(server);
  letGoOfSlowSenders(server);
  return server.on("request", inFrontOf(handle, render ? keptPages(render) : nothingKept));
}

/** The cabinet's half of the one seam between it and what serves it; the other is `bin/seam.mjs` (docs/decisions/0027). */
export const seam = { guardBuild, branchesOf, wholeBodyOf, putInFront };

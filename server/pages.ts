import { createRequestHandler as createExpressHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import { createRequestHandler } from "@remix-run/node";
import type { RequestHandler } from "express";
import { loadContextOf } from "./create-app";
import type { Render } from "./page-cache";
import { routeSubsets } from "./route-subsets";

/**
 * Creates Remix's handlers of a build, one for each subset of its routes: as Express middleware, and as a function
 * for the page cache.
 */
export function pageHandlers(build: ServerBuild): { pages: RequestHandler; render: Render } {
  const subsetOf = routeSubsets(build);
  const mode = "production";
  const getLoadContext = (_: unknown, response: Parameters<RequestHandler>[1]) => loadContextOf(response);
  const pages = perSubset((subset) => createExpressHandler({ build: subset, getLoadContext, mode }));
  const renders = perSubset((subset) => createRequestHandler(subset, mode));
  return {
    pages: (request, response, next) => pages(subsetOf(request.url))(request, response, next),
    render: (request, load) => {
      const { pathname, search } = new URL(request.url);
      return renders(subsetOf(pathname + search))(request, load);
    },
  };
}

function perSubset<H>(create: (subset: ServerBuild) => H): (subset: ServerBuild) => H {
  const handlers = new Map<ServerBuild, H>();
  return (subset) => {
    const handler = handlers.get(subset) ?? create(subset);
    handlers.set(subset, handler);
    return handler;
  };
}

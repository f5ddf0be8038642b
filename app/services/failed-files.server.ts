import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { createRequestHandler, data } from "@remix-run/node";
import { guardRoutes } from "./guard.server";
import { shareContext } from "./request-context.server";

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;
type Routes = ServerBuild["routes"];
type Module = NonNullable<Routes[string]>["module"];

/**
 * The build's routes with the guard around them. Where a file, or whatever else a route without a component answers, fails before
 * somebody who opened it, a page says so: Remix would answer such a route's failure as bare JSON (docs/adr/0002).
 */
export function guardBuild(build: ServerBuild): Routes {
  const routes = guardRoutes(build.routes);
  let page: ReturnType<typeof createRequestHandler> | undefined;
  const failurePage = ({ request, context }: LoaderFunctionArgs, thrown: unknown) => {
    const failing = { ...build, routes: withFiles(routes, (module) => ({ ...module, ...failed })) };
    page ??= createRequestHandler(failing, import.meta.env.PROD ? "production" : "development");
    const load = { ...context, thrown };
    shareContext(load, context, request);
    return page(new Request(request.url, { headers: request.headers }), load);
  };
  const withFailurePage =
    (handle: Handler): Handler =>
    async (args) => {
      try {
        return await handle(args);
      } catch (thrown) {
        if (!isOpened(args.request) || isNoFailure(thrown)) throw thrown;
        return failurePage(args, thrown);
      }
    };
  return withFiles(routes, ({ loader, action, ...module }) => ({
    ...module,
    ...(loader && { loader: withFailurePage(loader as Handler) }),
    action: withFailurePage((action as Handler | undefined) ?? takesNothing),
  }));
}

function withFiles(routes: Routes, change: (module: Module) => object): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const isFile = route && !route.module.default && !route.module.ErrorBoundary;
      return [id, isFile ? { ...route, module: change(route.module) as Module } : route];
    }),
  );
}

/** The same route as a page, in which what was thrown is thrown once more: it ends at a boundary above, within the shell. */
const failed = {
  default: () => null,
  handle: { script: false },
  loader: ({ context }: LoaderFunctionArgs) => {
    throw context.thrown;
  },
};

const takesNothing: Handler = () => {
  throw data(null, { status: 405 });
};

/** A person opens an address; scripts and pictures have no use of a page. */
const isOpened = ({ headers }: Request) => headers.get("accept")?.includes("text/html") === true;

const isNoFailure = (thrown: unknown) => thrown instanceof Response && thrown.status < 400;

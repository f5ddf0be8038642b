import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { createRequestHandler, data } from "@remix-run/node";
import { guardRoutes } from "./guard.server";
import { shareContext } from "./request-context.server";

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;
type Routes = ServerBuild["routes"];
type Module = NonNullable<Routes[string]>["module"];

/**
 * Wraps the build's routes with the guard. If a route without a component fails (such as a file) and a person opened
 * it, an error page is shown; Remix would return bare JSON (docs/adr/0002).
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
    action: withFailurePage((action as Handler | undefined) ?? methodNotAllowed),
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

/**
 * The route as a page whose loader rethrows the error, so that a parent's error boundary renders it within the shell.
 */
const failed = {
  default: () => null,
  handle: { script: false },
  loader: ({ context }: LoaderFunctionArgs) => {
    throw context.thrown;
  },
};

const methodNotAllowed: Handler = () => {
  throw data(null, { status: 405 });
};

/** Returns whether a person opened the URL; scripts and images have no use for an error page. */
const isOpened = ({ headers }: Request) => headers.get("accept")?.includes("text/html") === true;

const isNoFailure = (thrown: unknown) => thrown instanceof Response && thrown.status < 400;

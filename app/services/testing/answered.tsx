import type { EntryContext, ServerBuild } from "@remix-run/node";
import { createRequestHandler } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderWhole } from "#app/services/render-whole.server";

/** Routes by their names as a build has them: what a route does, and of what files it says it is; what is left out is nothing. */
export type TestRoutes = Record<
  string,
  { path: string; parentId?: string; module: object; asset: { module: string; imports?: string[] } }
>;

type Options = {
  nonce: string;
  path?: string;
  entry: { module: string; imports: string[] };
  /** What stands around the page. */
  within?: (page: JSX.Element) => JSX.Element;
};

/** What the installed Remix answers for a build of some routes, whose pages the cabinet's own renderer draws. */
export function answered(
  routes: TestRoutes,
  { nonce, path = "/", entry, within = (page) => page }: Options,
): Promise<Response> {
  const draw = async (request: Request, status: number, _headers: Headers, context: EntryContext) => {
    const page = await renderWhole(context, nonce, (drawn) =>
      within(<RemixServer context={drawn} url={request.url} nonce={nonce} />),
    );
    return new Response(page, { status });
  };
  const served = Object.entries(routes).map(([id, { asset: _, ...route }]) => [id, { id, ...route }]);
  const listed = Object.entries(routes).map(([id, { path: at, parentId, module, asset }]) => {
    const flags = {
      hasAction: false,
      hasClientAction: false,
      hasClientLoader: false,
      hasErrorBoundary: false,
    };
    return [id, { id, path: at, parentId, hasLoader: "loader" in module, ...flags, ...asset }];
  });
  const build = {
    entry: { module: { default: draw, handleError: () => undefined } },
    routes: Object.fromEntries(served),
    assets: { entry, routes: Object.fromEntries(listed), url: "/assets/manifest-1.js", version: "1" },
    publicPath: "/",
    basename: "/",
    assetsBuildDirectory: "build/client",
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: false },
    isSpaMode: false,
    mode: "production",
  } as unknown as ServerBuild;
  return createRequestHandler(build, "production")(new Request(`http://localhost${path}`));
}

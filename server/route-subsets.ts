import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Way = { ids: readonly string[]; pattern: RegExp };

/**
 * Returns a function that reduces the build to the routes that may match a URL, and their parents. Remix flattens,
 * ranks and compiles all routes for each match; among these few it finds the same one (docs/adr/0002). Equal subsets
 * share one build.
 */
export function routeSubsets(build: ServerBuild): (url: string) => ServerBuild {
  const ways = waysOf(build.routes);
  const subsetsByKey = new Map<string, ServerBuild>();
  return (url) => {
    const paths = addressesIn(url);
    if (!paths) return build;
    const found = ways.filter(({ pattern }) => paths.some((path) => pattern.test(path)));
    const ids = new Set(["root", ...found.flatMap((way) => way.ids)]);
    const key = [...ids].join();
    const subset = subsetsByKey.get(key) ?? subsetOf(build, ids);
    subsetsByKey.set(key, subset);
    return subset;
  };
}

function subsetOf(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const only = <R extends object>(routes: R) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id))) as R;
  const { assets, routes } = build;
  return { ...build, routes: only(routes), assets: { ...assets, routes: only(assets.routes) } };
}

/** Returns the path, and for a data URL the page's path; undefined for a malformed URL. */
function addressesIn(url: string): string[] | undefined {
  try {
    const { pathname } = new URL(`http://localhost${url}`);
    return [pathname, pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/")].map(decoded);
  } catch {
    return undefined;
  }
}

/** Decodes a path as Remix does before matching. */
const decoded = (pathname: string): string =>
  pathname
    .split("/")
    .map((segment) => decodeURIComponent(segment).replaceAll("/", "%2F"))
    .join("/");

/** Returns each route with its ancestors and a pattern of its path. */
function waysOf(routes: Routes): Way[] {
  return Object.keys(routes).map((id) => {
    const ids: string[] = [];
    const segments: string[] = [];
    for (let at = routes[id]; at; at = at.parentId === undefined ? undefined : routes[at.parentId]) {
      ids.push(at.id);
      segments.unshift(...(at.path ?? "").split("/").filter(Boolean));
    }
    return { ids, pattern: patternOf(segments) };
  });
}

/** Returns a pattern that matches at least what Remix would match; Remix then picks the route and its parameters. */
function patternOf(segments: readonly string[]): RegExp {
  const patterns = segments.map((segment) => {
    // a splat ends the pattern: two greedy groups in a row would backtrack over every split of a run of slashes
    if (segment === "*") return "(?:/[^]*)?";
    const isOptional = segment.endsWith("?");
    const name = isOptional ? segment.slice(0, -1) : segment;
    const text = name.startsWith(":") ? "/+[^/]+" : `/+${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
    return isOptional ? `(?:${text})?` : text;
  });
  return new RegExp(`^${patterns.join("")}${segments.at(-1) === "*" ? "" : "/*"}$`, "i");
}

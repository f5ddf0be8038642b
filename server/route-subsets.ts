import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Way = { ids: readonly string[]; pattern: RegExp };

/**
 * The build for an address: with the routes that it could mean, and their parents. Remix flattens, ranks and compiles all routes that it
 * is given, each time it matches; among these few it finds the same (docs/adr/0002). Equal subsets are one build.
 */
export function routeSubsets(build: ServerBuild): (url: string) => ServerBuild {
  const ways = waysOf(build.routes);
  const known = new Map<string, ServerBuild>();
  return (url) => {
    const paths = addressesIn(url);
    if (!paths) return build;
    const found = ways.filter(({ pattern }) => paths.some((path) => pattern.test(path)));
    const ids = new Set(["root", ...found.flatMap((way) => way.ids)]);
    const key = [...ids].join();
    const subset = known.get(key) ?? subsetOf(build, ids);
    known.set(key, subset);
    return subset;
  };
}

function subsetOf(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const only = <R extends object>(routes: R) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id))) as R;
  const { assets, routes } = build;
  return { ...build, routes: only(routes), assets: { ...assets, routes: only(assets.routes) } };
}

/** The path as it stands, and the page's own where its data is asked for; undefined for what is no address. */
function addressesIn(url: string): string[] | undefined {
  try {
    const { pathname } = new URL(`http://localhost${url}`);
    return [pathname, pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/")].map(decoded);
  } catch {
    return undefined;
  }
}

/** As Remix does before it compares. */
const decoded = (pathname: string): string =>
  pathname
    .split("/")
    .map((segment) => decodeURIComponent(segment).replaceAll("/", "%2F"))
    .join("/");

/** Every route that an address may lead to, with those above it. */
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

/** Matches no less than Remix would: which of several it is, and with what values, is found there. */
function patternOf(segments: readonly string[]): RegExp {
  const patterns = segments.map((segment) => {
    // whatever follows, and nothing after it: two greedy parts side by side would try every way to share out a run of slashes
    if (segment === "*") return "(?:/[^]*)?";
    const isOptional = segment.endsWith("?");
    const name = isOptional ? segment.slice(0, -1) : segment;
    const text = name.startsWith(":") ? "/+[^/]+" : `/+${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
    return isOptional ? `(?:${text})?` : text;
  });
  return new RegExp(`^${patterns.join("")}${segments.at(-1) === "*" ? "" : "/*"}$`, "i");
}

import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Way = { ids: readonly string[]; pattern: RegExp };

/**
 * The build for an address: with the routes that it could mean, and those above them. Remix flattens, ranks and compiles all routes it
 * is given, each time it looks for one; of these few it finds the same (docs/decisions/0207-a-build-a-branch.md). Equal branches are one build.
 */
export function branchesOf(build: ServerBuild): (url: string) => ServerBuild {
  const ways = waysOf(build.routes);
  const known = new Map<string, ServerBuild>();
  return (url) => {
    const asked = addressesIn(url);
    if (!asked) return build;
    const found = ways.filter(({ pattern }) => asked.some((path) => pattern.test(path)));
    const ids = new Set(["root", ...found.flatMap((way) => way.ids)]);
    const key = [...ids].join();
    const branch = known.get(key) ?? { ...build, routes: only(build.routes, ids) };
    known.set(key, branch);
    return branch;
  };
}

const only = (routes: Routes, ids: ReadonlySet<string>): Routes =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));

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
  const said = segments.map((segment) => {
    // whatever follows, and nothing after it: two greedy parts side by side would try every way to share out a run of slashes
    if (segment === "*") return "(?:/[^]*)?";
    const isOptional = segment.endsWith("?");
    const name = isOptional ? segment.slice(0, -1) : segment;
    const text = name.startsWith(":") ? "/+[^/]+" : `/+${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
    return isOptional ? `(?:${text})?` : text;
  });
  return new RegExp(`^${said.join("")}${segments.at(-1) === "*" ? "" : "/*"}$`, "i");
}

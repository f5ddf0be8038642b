// What the browser's build of Remix knows of this program (docs/decisions/0231).
import type { Plugin } from "vite";

const remix = /\/node_modules\/@remix-run\/react\/dist\/esm\/[\w-]+\.js$/;

/** Those that much of Remix hangs on. */
type Flags = Readonly<{ v3_singleFetch: boolean; v3_lazyRouteDiscovery: boolean }>;

/** What Remix asks at run time, and what is so in this program. */
const answers = ({ v3_singleFetch, v3_lazyRouteDiscovery }: Flags): [question: RegExp, answer: string][] => [
  [/(?:window\.__remixContext\.)?\bfuture\.v3_singleFetch\b/g, String(v3_singleFetch)],
  [/(?:window\.__remixContext\.)?\bfuture\.v3_lazyRouteDiscovery\b/g, String(v3_lazyRouteDiscovery)],
  [/\bwindow\.__remixContext\.isSpaMode\b/g, "false"],
  // what a route's data is loaded by is given wherever single fetch is on
  [/typeof singleFetch === "function"/g, String(v3_singleFetch)],
];

/**
 * Remix asks at run time which of its flags are on. The browser's build has the answers, so that what is never done is not sent: ways to
 * load data before single fetch, routes that are discovered, pages without a server.
 */
export function knownFlags(flags: Flags): Plugin {
  const known = answers(flags);
  const asked = new Set<string>();
  return {
    name: "known-flags",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      if (!remix.test(id)) return null;
      return known.reduce(
        (text, [question, answer]) =>
          text.replace(question, () => {
            asked.add(question.source);
            return answer;
          }),
        code,
      );
    },
    buildEnd(error) {
      // a release of Remix that asks in other words would be as large as before, and nobody would know
      const missed = known
        .filter(([question]) => !asked.has(question.source))
        .map(([question]) => question.source);
      if (!error && missed.length > 0) this.error(`Remix does not ask as it did: ${missed.join(", ")}`);
    },
  };
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Deps } from "#api/deps";
import { consumeInMemory } from "#api/http/rate-limit";
import { declaredCaches } from "#api/lib/cache";
import { loadOverviews } from "#api/modules/monitoring/accounts/overviews";
import { textPath } from "#api/modules/monitoring/picture/text-path";
import { cachedCards } from "#api/modules/monitoring/public/compute-cards";
import { positionsOf } from "#api/modules/monitoring/simulator/market";
import "#app/services/content.server";
import "#app/services/views.server";
import "#app/routes/online-monitoring_.$monitoringId/load.server";
import { dateFormat, maxCachedFormats } from "#contract/formats";
import { pageCache } from "#server/page-cache";

const folders = ["server", "api", "app", "contract", "statements", "locales"];
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|[/.]testing[/.]/.test(path)),
);
const textOf = (path: string) => readFileSync(path, "utf8");

const deps = { clock: { now: () => new Date("2026-03-02T10:00:00Z") }, settings: {} } as Deps;
const consume = (key: string) => consumeInMemory(deps, { key });

beforeAll(async () => {
  // caches per database are created on first use
  await loadOverviews({} as Deps["db"], [], new Date());
  await cachedCards({} as Deps["db"], [], new Date());
  consume("first");
  pageCache(async () => new Response(), "build");
});

describe("caches of a process", () => {
  afterEach(() => {
    for (const cache of declaredCaches().values()) cache.clear();
  });

  it("are declared here, each with a name of its own", () => {
    const named = sources.flatMap((path) =>
      [
        ...textOf(path).matchAll(
          /(?:boundedCache|cachePerOwner|versionedCache)(?:<[^(]*>)?\(\s*\{\s*name: "([^"]+)"/g,
        ),
      ].map(([, name]) => name),
    );
    expect([...declaredCaches().keys()].sort()).toEqual(named.sort());
  });

  it("stay within their bytes however many entries, however long keys or however large values come", () => {
    for (const [name, cache] of declaredCaches()) {
      const entries = [
        { count: 50, value: (at: number) => ({ text: "v".repeat(cache.maxSize / 40 + at) }), key: "" },
        { count: 50, value: () => ({}), key: "k".repeat(cache.maxSize / 40) },
        { count: cache.maxSize / 200, value: (at: number) => ({ at }), key: "" },
      ];
      for (const { count, value, key } of entries) {
        for (let at = 0; at < count; at++) cache.set(`${at} ${key}`, value(at));
        expect([name, cache.calculatedSize <= cache.maxSize]).toEqual([name, true]);
        // the cache was filled, and the newest entries are present
        expect([name, cache.calculatedSize > cache.maxSize / 2]).toEqual([name, true]);
        cache.clear();
      }
    }
  });

  it("stay within their bytes where what they are for fills them", () => {
    const fillings: [name: string, fill: (at: number) => unknown, count: number][] = [
      ["rate limits", (at) => consume(`${at} ${"x".repeat(at % 500)}`), 20_000],
      ["invented days", (at) => positionsOf("seed", at * 86_400), 12_000],
      [
        "lettering",
        (at) => textPath(`${at} ${"Ш".repeat(60)}`, { x: 0, y: 0, size: 12, color: "#000" }),
        250,
      ],
    ];
    for (const [name, fill, count] of fillings) {
      const cache = declaredCaches().get(name);
      if (!cache) throw new Error(`no cache is called ${name}`);
      for (let at = 0; at < count; at++) fill(at);
      expect([name, cache.calculatedSize <= cache.maxSize]).toEqual([name, true]);
      expect([name, cache.calculatedSize > cache.maxSize / 2]).toEqual([name, true]);
    }
  });

  it("take 128 MB at most together", () => {
    const bytes = [...declaredCaches().values()].reduce((sum, { maxSize }) => sum + maxSize, 0);
    expect(bytes).toBeLessThanOrEqual(128 * 2 ** 20);
  });

  it("keep a bounded number of formats, though a zone can be spelled in any case", () => {
    const spelled = (at: number) => {
      const cased = (letter: string, bit: number) => ((at >> bit) & 1 ? letter.toUpperCase() : letter);
      const letters = [..."europemoscow"].map(cased).join("");
      return `${letters.slice(0, 6)}/${letters.slice(6)}`;
    };
    const formats = Array.from({ length: 1_000 }, (_, at) => dateFormat("en", { timeZone: spelled(at) }));
    const isCached = (at: number) => dateFormat("en", { timeZone: spelled(at) }) === formats[at];
    // the newest first, because requesting a missing format evicts the oldest
    const cachedIndexes = formats.map((_, at) => formats.length - 1 - at).filter(isCached);
    expect(cachedIndexes).toHaveLength(maxCachedFormats);
  });
});

/**
 * Collections that outlive one call and grow, by `file name`, with the reason why they are bounded. All others use
 * `boundedCache`.
 */
const bounded: Record<string, string> = {
  "api/cli/free-port.ts usedPorts": "ports of one machine",
  "api/bootstrap/request-log.ts counts":
    "minutes, written every two seconds; two hours of them while the database is away",
  "api/bootstrap/request-log.ts failures": "the latest 200, each of at most 2,300 characters",
  "api/lib/batch-concurrent.ts waiting": "requests under way",
  "api/lib/cache.ts declared": "the caches of the sources",
  "api/lib/semaphore.ts inUse": "requests under way",
  "api/lib/worker-threads/run-in-worker.ts texts": "the programs of threads",
  "app/components/form.tsx ofPlaces": "in the browser only",
  "app/components/form/restore-input.ts changed": "in the browser only",
  "app/components/layout/connection.ts listeners": "in the browser only",
  "app/components/translations.tsx textsByNamespace": "the namespaces of a page",
  "app/services/built-files.server.ts texts": "the manifest",
  "app/services/content.server.ts lastRead": "the published texts by language",
  "app/services/session.server.ts refreshes": "requests under way",
  "app/services/translation-files.server.ts hashes": "the namespaces of pages by language",
  "contract/formats.ts cache": "`maxCachedFormats`, filled above",
  "locales/translate.ts filled": "`filledKept` of at most `filledMaxLength`, filled in its test",
  "locales/translate.ts plain": "the keys of a namespace",
  "locales/translate.ts received": "the namespaces by language",
  "locales/translate.ts rooms": "the namespaces by language",
  "server/pages.ts handlers": "the subsets of routes",
  "server/route-subsets.ts subsetsByKey": "the subsets of routes",
  "server/workers.ts endsInARow": "the processes that it starts",
  "server/workers.ts pauses": "the processes that it starts",
  "statements/time-zone.ts years": "within one reading, in a thread of its own",
};

/** Collections whose functions all end with the call that created them. */
const shortLived = [
  "api/operations/attempt-files.ts stored",
  "api/modules/monitoring/import/match.ts counts",
  "api/modules/monitoring/import/merge.ts used",
  "api/modules/monitoring/page/lines.ts line",
  "api/modules/monitoring/statistics/figures.ts reasons",
  "api/modules/monitoring/statistics/statistics.ts days",
  "api/modules/privacy/zip.ts written",
  "api/modules/profile/avatars.ts files",
  "contract/downsample.ts selected",
  "contract/downsample.ts points",
  "statements/content-ticket.ts countByText",
  "statements/formats/ibkr-files.ts cash",
  "statements/formats/ibkr-files.ts executions",
  "statements/html-rows.ts breaks",
  "statements/read-statement.ts cells",
  "statements/xlsx-dates.ts customDateFormats",
  "statements/xml-rows.ts cells",
];

const adding = new Set(["set", "add", "push", "unshift"]);

/**
 * Finds maps, sets, lists and empty objects that a function adds to but did not create; they may live as long as the
 * process.
 */
function growing(path: string): string[] {
  const text = textOf(path);
  // parsing is slow, so files without collections are skipped
  if (!/new (Map|Set)\b|= (\[|\{\})/.test(text) || !/\.(set|add|push|unshift)\(|\] = /.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const scopesByName = new Map<string, ts.Node[]>();
  const names: string[] = [];
  const scopeOf = (node: ts.Node): ts.Node => {
    let at = node.parent;
    while (!ts.isFunctionLike(at) && !ts.isSourceFile(at)) at = at.parent;
    return at;
  };
  const isCollection = (value: ts.Expression | undefined): boolean =>
    value !== undefined &&
    ((ts.isNewExpression(value) && /^(Map|Set)$/.test(value.expression.getText())) ||
      ts.isArrayLiteralExpression(value) ||
      (ts.isObjectLiteralExpression(value) && value.properties.length === 0));
  const isAddedTo = ({ parent }: ts.Node): boolean =>
    (ts.isPropertyAccessExpression(parent) &&
      adding.has(parent.name.text) &&
      ts.isCallExpression(parent.parent)) ||
    (ts.isElementAccessExpression(parent) &&
      ts.isBinaryExpression(parent.parent) &&
      parent.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      parent.parent.left === parent);
  /**
   * Returns whether a node's function was created within a scope and can outlive it. Functions passed directly to a
   * call, as to `map`, can't.
   */
  const isApart = (node: ts.Node, scope: ts.Node): boolean => {
    let enclosing = scopeOf(node);
    if (enclosing === scope) return false;
    for (; enclosing !== scope; enclosing = scopeOf(enclosing)) {
      if (ts.isSourceFile(enclosing)) return false;
      const isHandedOn =
        ts.isCallExpression(enclosing.parent) &&
        enclosing.parent.arguments.some((argument) => argument === enclosing);
      if (isHandedOn && !ts.isSourceFile(scope)) return false;
    }
    return true;
  };
  const declare = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isCollection(node.initializer))
      scopesByName.set(node.name.text, [...(scopesByName.get(node.name.text) ?? []), scopeOf(node)]);
    ts.forEachChild(node, declare);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isAddedTo(node))
      for (const scope of scopesByName.get(node.text) ?? [])
        if (isApart(node, scope)) names.push(`${path} ${node.text}`);
    ts.forEachChild(node, visit);
  };
  declare(source);
  visit(source);
  return names;
}

describe("what may grow with the requests of strangers", () => {
  it("is a cache that is bounded in bytes, or named here with what bounds it", () => {
    expect([...new Set(sources.flatMap(growing))].sort()).toEqual(
      [...Object.keys(bounded), ...shortLived].sort(),
    );
  });

  it("is made by one module alone", () => {
    expect(sources.filter((path) => /"lru-cache"/.test(textOf(path)))).toEqual(["api/lib/cache.ts"]);
  });
});

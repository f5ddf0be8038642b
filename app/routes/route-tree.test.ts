import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { descriptionOf, pageDescriptions } from "#app/services/descriptions.server";
import { languages } from "#contract/languages";

type Route = { id: string; file?: string; path?: string; index?: boolean; children?: Route[] };

const tree = JSON.parse(
  execFileSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "routes", "--json"], {
    encoding: "utf8",
  }),
) as Route[];

const printed = (routes: readonly Route[], depth = 0): string =>
  routes
    .map(({ id, path, index, children = [] }) => {
      const name = path ? `/${path}` : index ? "(index)" : id.replace(/^routes\//, "");
      return `${"  ".repeat(depth)}${name}\n${printed(children, depth + 1)}`;
    })
    .sort()
    .join("");

test("docs/routes.txt matches the route tree", async () => {
  await expect(printed(tree)).toMatchFileSnapshot("../../docs/routes.txt");
});

/** The table of paths in the screens document. */
const screens = [
  ...["/", "/login", "/signup", "/forgot-password", "/password-reset", "/public-offer", "/privacy-policy"],
  ...["/vps", "/vps/order/trader-1", "/vps/test-server", "/vps/servers/a1"],
  ...["upgrade", "renewal", "credentials", "control", "comment"].map((name) => `/vps/servers/a1/${name}`),
  ...["/online-monitoring", "/online-monitoring/accounts", "/online-monitoring/accounts/new"],
  ...["/online-monitoring/guide", "/online-monitoring/a1"],
  ...["/online-monitoring/public", "/online-monitoring/compare"],
  ...["common", "reports", "notifications"].map((name) => `/online-monitoring/a1/settings/${name}`),
  ...[
    "/partner-program",
    "/balance-operations",
    "/balance-operations/deposit",
    "/balance-operations/transfer",
  ],
  ...["deposits", "transfers", "server-payments", "withdrawals"].map(
    (name) => `/balance-operations/history/${name}`,
  ),
  ...["/support", "/support/new", "/support/a1", "/profile", "/faq"],
];

const leafOf = (path: string) => matchRoutes(tree as never, path)?.at(-1)?.route as Route | undefined;
const catchAll = leafOf("/no/such/page")?.id;

test("one route catches all unknown paths", () => expect(catchAll).toBe("routes/$"));

test.each(screens)("%s is a page", (path) => {
  const id = leafOf(path)?.id;
  expect(id).toBeTruthy();
  expect(id).not.toBe(catchAll);
  // a route without a component returns an error of its loader as bare JSON
  expect(readFileSync(`app/${id}/route.tsx`, "utf8")).toMatch(/^export default /m);
});

test("an error of a page or file of the console keeps the console's menu", () => {
  for (const path of ["/admin/no/such/page", "/admin/money/ledger.csv", "/admin/tickets/a1/files/a1"])
    expect(matchRoutes(tree as never, path)?.map(({ route }) => (route as Route).id)).toContain(
      "routes/admin",
    );
  const layout = matchRoutes(tree as never, "/admin")?.[1]?.route as Route | undefined;
  const console = (layout?.children ?? []).filter(hasPage);
  expect(console.length).toBeGreaterThan(10);
  for (const { file, id } of console)
    expect(readFileSync(`app/${file}`, "utf8"), id).toContain("export const ErrorBoundary = ConsoleError;");
});

const hasPage = ({ file = "" }: Route) =>
  /^export default|^export \{[^}]*\bdefault\b/m.test(readFileSync(`app/${file}`, "utf8"));

/** Returns every path that shows a page; a route with an index is shown by the index. */
const pagesOf = (routes: readonly Route[], above = ""): string[] =>
  routes.flatMap((route) => {
    const { path, index, children = [] } = route;
    const address = path?.startsWith("/") ? path : path ? `${above}/${path}` : above;
    const isShown = (path ?? index) && hasPage(route) && !children.some((child) => child.index);
    return [...(isShown ? [address || "/"] : []), ...pagesOf(children, address)];
  });

/** Staff pages are excluded from search and previews. */
const pages = pagesOf(tree).filter(
  (path) => !path.endsWith("*") && path !== "/" && !path.startsWith("/admin"),
);

test("every page has its own description in both languages, and nothing else has one", () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(Object.keys(pageDescriptions).sort()).toEqual([...new Set(pages)].sort());
  for (const language of languages) {
    const problems = pages.flatMap((path) => {
      const description = descriptionOf(path.replace(/:\w+/g, "a1"), language);
      return pageDescriptions[path] === null ? [] : [description ?? `none: ${path}`];
    });
    expect(problems.filter((text) => text.length < 20 || text.length > 160)).toEqual([]);
    expect(problems.filter((text, index) => problems.indexOf(text) !== index)).toEqual([]);
  }
  expect(descriptionOf("/no/such/page", "en")).toBeUndefined();
});

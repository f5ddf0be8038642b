import { execFileSync } from "node:child_process";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { pageDescriptions } from "#app/services/descriptions.server";
import { routeSubsets } from "./route-subsets";

type Route = { id: string; path?: string; index?: boolean; children?: Route[] };
type Flat = { id: string; parentId?: string; path?: string; index?: boolean };

const tree = JSON.parse(
  execFileSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "routes", "--json"], {
    encoding: "utf8",
  }),
) as Route[];

const flat = (routes: readonly Route[], parentId?: string): Flat[] =>
  routes.flatMap(({ children = [], ...route }) => [
    { ...route, ...(parentId !== undefined && { parentId }) },
    ...flat(children, route.id),
  ]);
const all = flat(tree);
const routes = Object.fromEntries(all.map((one) => [one.id, one]));
const branchOf = routeSubsets({ routes, assets: { routes } } as never);

const nested = ({ routes }: ServerBuild, parentId?: string): Route[] =>
  Object.values(routes as unknown as Record<string, Flat>)
    .filter((route) => route.parentId === parentId)
    .map((route) => ({ ...route, children: nested({ routes } as ServerBuild, route.id) }));

const matchesOf = (routes: readonly Route[], path: string) =>
  matchRoutes(routes as never, path)?.map(({ route, params }) => [route.id, params]);

const pages = Object.keys(pageDescriptions).map((path) => path.replace(/:\w+/g, "a1"));
const odd = [
  ...["/", "//", "/_root", "/no/such/page", "/VPS", "/vps/", "/vps//", "//vps", "/vps//servers/a1"],
  ...["/vps/servers/a%2Fb", "/vps/servers/%D0%B9", "/vps/servers/", "/vps/servers/a.data", "/%76ps"],
  ...["/api", "/api/", "/api/v/w", "/balance-operations/deposit/a/qr.svg", "/favicon.svg", "/manifest.json"],
  ...["/online-monitoring/accounts/import", "/online-monitoring/public", "/online-monitoring/a/settings"],
];

test.each([...pages, ...odd])("%s leads to the same route in its subset as among all routes", (path) => {
  const branch = branchOf(`${path}?a=/faq`);
  expect(matchesOf(nested(branch), path)).toEqual(matchesOf(tree, path));
  expect(Object.keys(branch.routes).length).toBeLessThan(all.length / 5);
  // the data URL of the page leads to the same routes
  expect(branchOf(path === "/" ? "/_root.data" : `${path}.data`).routes).toMatchObject(branch.routes);
});

test("an address crafted to be slow to match is matched quickly", () => {
  for (const path of ["/".repeat(12_000), "/vps/".repeat(3_000), `/api${"/".repeat(12_000)}`])
    expect(Object.keys(branchOf(`${path}%0A`).routes)).toContain("routes/$");
});

test("equal subsets share one build; an invalid address has all routes", () => {
  expect(branchOf("/vps/servers/a1")).toBe(branchOf("/vps/servers/b2?page=2"));
  expect(Object.keys(branchOf("/%E0%A4%A").routes)).toHaveLength(all.length);
});

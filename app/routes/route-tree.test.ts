import { execFileSync } from "node:child_process";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";

type Route = { id: string; path?: string; index?: boolean; children?: Route[] };

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

test("docs/routes.txt is the tree of routes", async () => {
  await expect(printed(tree)).toMatchFileSnapshot("../../docs/routes.txt");
});

/** The screens document's table of paths. */
const screens = [
  ...["/", "/login", "/signup", "/forgot-password", "/password-reset", "/public-offer", "/privacy-policy"],
  ...["/vps", "/vps/order/trader-1", "/vps/test-server"],
  ...["upgrade", "renewal", "credentials", "control", "comment"].map((name) => `/vps/servers/a1/${name}`),
  ...["/online-monitoring", "/online-monitoring/accounts", "/online-monitoring/accounts/new"],
  ...["/online-monitoring/guide", "/online-monitoring/a1"],
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

test("what is no page is caught by one route", () => expect(catchAll).toBe("routes/$"));

test.each(screens)("%s is a page", (path) => {
  expect(leafOf(path)?.id).toBeTruthy();
  expect(leafOf(path)?.id).not.toBe(catchAll);
});

import { readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { matchRoutes } from "@remix-run/react";
import { parse } from "node-html-parser";
import type { Language } from "#contract/languages";
import type { Route } from "./route-tree";
import { routeTree } from "./route-tree";
import type { User } from "./test";
import { openSession } from "./test";

/** A page with its HTML as received. */
export type KnownPage = { routeId: string; path: string; html: string };

/** The first server of the list is blocked, and its page lacks some links. */
const activeServer = "/vps/servers/annafx2k7m";

export const demoUser = { email: "anna@demo.test", password: "demo-password" };

/** Pages that no link leads to, because they are steps of a flow. */
const reachedByAction = [
  "routes/_visitor.password-reset",
  "routes/_visitor.login_.second-step",
  "routes/_cabinet.profile.two-step-off",
  "routes/_cabinet.profile.recovery-codes",
  "routes/_cabinet.profile.two-step",
  "routes/it-was-not-me.$token",
  "routes/confirm-email.$token",
  "routes/report-a-vulnerability",
  "routes/_cabinet.partner-program.confirm-wallet",
  "routes/_cabinet.partner-program.withdrawals.$withdrawalId.cancel",
  "routes/_cabinet.online-monitoring.accounts_.$monitoringId.import_.$importId",
  "routes/online-monitoring_.recipients.$token",
  "routes/online-monitoring_.unsubscribe.$token",
  "routes/sandbox.pay.$orderId",
  "routes/_cabinet.balance-operations.deposit_.$orderId_.invoice",
  // redirects to the servers or to the login
  "routes/_index",
];

const isPage = ({ file }: Route) =>
  /^export default|^export \{ default/m.test(readFileSync(`app/${file}`, "utf8"));

function pageIds(routes: readonly Route[]): string[] {
  return routes.flatMap((route) => [
    // staff pages have a separate test (admin-console.spec.ts)
    ...(route.id !== "root" && !route.id.startsWith("routes/admin") && isPage(route) ? [route.id] : []),
    ...pageIds(route.children ?? []),
  ]);
}

/**
 * Follows links from these paths and returns the first page found for each route. Sends only GET requests, so nothing
 * changes.
 */
async function crawl(request: APIRequestContext, routes: Route[], starts: string[]): Promise<KnownPage[]> {
  const pagesByRoute = new Map<string, KnownPage>();
  const waiting = [...starts];
  const queued = new Set(starts);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const routeId = leafOf(routes, path);
    if (!routeId || pagesByRoute.has(routeId)) continue;
    const answer = await request.get(path, { maxRedirects: 0 });
    if (answer.status() !== 200 || !answer.headers()["content-type"]?.includes("text/html")) continue;
    const html = await answer.text();
    pagesByRoute.set(routeId, { routeId, path, html });
    const page = parse(html);
    const links = page.querySelectorAll("a[href]").map((link) => link.getAttribute("href"));
    const forms = page
      .querySelectorAll("form[action]")
      .filter((form) => form.getAttribute("method")?.toLowerCase() !== "post")
      .map((form) => form.getAttribute("action"));
    for (const href of [...links, ...forms]) {
      if (!href) continue;
      if (!href.startsWith("/") || href.startsWith("//") || queued.has(href)) continue;
      queued.add(href);
      waiting.push(href);
    }
  }
  return [...pagesByRoute.values()];
}

function leafOf(routes: Route[], path: string): string | undefined {
  const match = matchRoutes(routes as never, path.replace(/[?#].*/, ""))?.at(-1)?.route as Route | undefined;
  return match && isPage(match) ? match.id : undefined;
}

/** Logs in the demo's client, or another, through the API client without a browser. */
export const logInAsDemo = (client: APIRequestContext, user: User = demoUser): Promise<void> =>
  openSession(client, user);

/** Returns one page for each route that links lead to from these paths; these paths come first. */
export const pagesFrom = (request: APIRequestContext, starts: string[]): Promise<KnownPage[]> =>
  crawl(request, routeTree(), starts);

type EveryPage = { visitor: KnownPage[]; client: KnownPage[]; missing: string[] };

/** The pages of the tests' shared cabinet that this worker has found, by language. */
const foundPages = new Map<string, EveryPage>();

/** Like `everyPage`, of the tests' shared cabinet; a worker looks for its pages once in each language. */
export async function everySharedPage(
  language: Language,
  visitor: APIRequestContext,
  client: APIRequestContext,
): Promise<EveryPage> {
  const found = foundPages.get(language);
  if (!found) {
    const pages = await everyPage(visitor, client);
    foundPages.set(language, pages);
    return pages;
  }
  await logInAsDemo(client);
  return found;
}

/** Returns every page of the route tree with a URL of the demo, for a visitor and for a client, who is logged in. */
export async function everyPage(visitor: APIRequestContext, client: APIRequestContext): Promise<EveryPage> {
  const routes = routeTree();
  await logInAsDemo(client);
  const pages = {
    visitor: await crawl(visitor, routes, ["/login"]),
    client: await crawl(client, routes, [
      "/vps",
      activeServer,
      "/vps/order/trader-2",
      "/faq",
      "/support",
      "/profile",
    ]),
  };
  const known = new Set([...pages.visitor, ...pages.client].flatMap(({ path }) => matchedIds(routes, path)));
  const missing = pageIds(routes).filter((id) => !known.has(id) && !reachedByAction.includes(id));
  return { ...pages, missing };
}

const matchedIds = (routes: Route[], path: string): string[] =>
  (matchRoutes(routes as never, path.replace(/[?#].*/, "")) ?? []).map(({ route }) => (route as Route).id);

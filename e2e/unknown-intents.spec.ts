import { readdirSync, readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { logInAsDemo } from "./support/every-page";

type BuiltRoute = { id: string; parentId?: string; path?: string; index?: boolean; hasAction: boolean };

/** The catch-all route redirects home. */
const withoutForms = ["routes/$"];

/** Returns the routes of the build from its client manifest. */
function builtRoutes(): Record<string, BuiltRoute> {
  const name = readdirSync("build/client/assets").find((file) => /^manifest-.*\.js$/.test(file));
  const text = readFileSync(`build/client/assets/${name}`, "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)).routes;
}

function addressOf(route: BuiltRoute, routes: Record<string, BuiltRoute>): string {
  const parent = route.parentId ? routes[route.parentId] : undefined;
  const base = parent ? addressOf(parent, routes) : "";
  return route.path ? `${base}/${route.path.replace(/:\w+/g, "x")}` : base;
}

const actions = () => {
  const routes = builtRoutes();
  return (
    Object.values(routes)
      // admin routes are closed to both users of this test
      .filter(
        ({ id, hasAction }) => hasAction && !withoutForms.includes(id) && !id.startsWith("routes/admin"),
      )
      .map((route) => ({ id: route.id, path: `${addressOf(route, routes)}${route.index ? "?index" : ""}` }))
  );
};

test("an intent that a page does not have is a 400 in every action", async ({ playwright, baseURL }) => {
  const options = { ...(baseURL && { baseURL }), extraHTTPHeaders: { origin: baseURL ?? "" } };
  const visitor = await playwright.request.newContext(options);
  const client = await playwright.request.newContext(options);
  await logInAsDemo(client);
  const found = actions();
  expect(found.length).toBeGreaterThan(40);
  for (const { id, path } of found) {
    for (const intent of ["x", "constructor", "toString", "__proto__", ""]) {
      const statuses = await Promise.all([visitor, client].map((who) => statusOf(who, path, intent)));
      // a route is closed to one of the two, who is redirected
      expect(statuses, `${id}, intent ${intent}`).toContain(400);
      expect(
        statuses.filter((status) => ![400, 302].includes(status)),
        `${id}, intent ${intent}`,
      ).toEqual([]);
    }
  }
  await Promise.all([visitor.dispose(), client.dispose()]);
});

async function statusOf(who: APIRequestContext, path: string, intent: string): Promise<number> {
  return (await who.post(path, { form: { intent }, maxRedirects: 0 })).status();
}

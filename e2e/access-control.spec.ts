import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "@playwright/test";
import type { Route } from "./support/route-tree";
import { routeTree } from "./support/route-tree";

type RouteAddress = { id: string; path: string };

/** Public pages and resources; every other route must require a session. */
const open = [
  /^routes\/(_index|\$|livez|readyz|logout|actions\.|_visitor|admin_\.login|login\.passkey-options|online-monitoring_\.unsubscribe|public-offer|speculation-rules|privacy-policy|report-a-vulnerability|it-was-not-me|confirm-email|\[\.\]well-known|sandbox|unsubscribe|favicon|robots)/,
  /^routes\/online-monitoring_\.(\$monitoringId|formulas|recipients|public|compare)/,
];

const pathOf = (route: Route, parent: string): string => (route.path ? `${parent}/${route.path}` : parent);

/** Returns all routes with a URL each; a layout without a path gets the URL of its first child. */
function doorsOf(routes: Route[], parent = ""): RouteAddress[] {
  return routes.flatMap((route) => {
    const path = pathOf(route, parent);
    const child = route.children?.[0];
    const address = !route.path && child ? pathOf(child, path) : path;
    return [
      { id: route.id, path: address.replace(/:\w+\??/g, "x") || "/" },
      ...doorsOf(route.children ?? [], path),
    ];
  });
}

function lockedDoors(): RouteAddress[] {
  return doorsOf(routeTree()).filter(({ id }) => id !== "root" && !open.some((pattern) => pattern.test(id)));
}

const ways: [string, (route: RouteAddress) => string][] = [
  ["the document", ({ path }) => path],
  ["its data", ({ path }) => `${path}.data`],
  ["its data, this route alone", ({ id, path }) => `${path}.data?_routes=${encodeURIComponent(id)}`],
  ["the old data address", ({ id, path }) => `${path}?_data=${encodeURIComponent(id)}`],
];

test.describe("without a session", () => {
  for (const [name, address] of ways) {
    test(`${name} of no locked page is given away`, async ({ request }) => {
      for (const route of lockedDoors()) {
        const answer = await request.get(address(route), { maxRedirects: 0 });
        // single fetch names each route that it has data for; a route without a loader has none
        const isSilent = address(route).includes(".data") && !(await answer.text()).includes(`"${route.id}"`);
        if (!isSilent) await expectRejected(answer, route);
      }
    });

    test(`no action answers through ${name}`, async ({ request, baseURL }) => {
      for (const route of lockedDoors()) {
        const answer = await request.post(address(route), {
          maxRedirects: 0,
          form: { intent: "x" },
          headers: { origin: baseURL ?? "" },
        });
        await expectRejected(answer, route);
      }
    });
  }
});

async function expectRejected(
  answer: Awaited<ReturnType<APIRequestContext["get"]>>,
  route: RouteAddress,
): Promise<void> {
  const body = await answer.text();
  const { location, "x-remix-redirect": oldLocation } = answer.headers();
  // public documents also link to the login, so only a single-fetch redirect is searched for it in the body
  const leadsToLogin =
    /^\/(admin\/)?login/.test(location ?? oldLocation ?? "") ||
    (answer.status() === 202 && /"\/(admin\/)?login/.test(body));
  // a layout without an action answers POST with 405; a page without data answers its data URL with an empty response
  const isNothing = [400, 403, 404, 405].includes(answer.status());
  // the settings of an account redirect to their first tab, which is tested as a protected route itself
  const isSignpost = [location, oldLocation, body.slice(0, 300)].some((text) =>
    text?.includes(`${route.path}/common`),
  );
  expect(
    leadsToLogin || isNothing || isSignpost,
    `${route.id} answered ${answer.status()}: ${body.slice(0, 200)}`,
  ).toBe(true);
}

test("a form sent from another site is rejected, however it is sent", async ({ request }) => {
  const form = { email: "anna@demo.test", password: "demo-password", intent: "login" };
  for (const path of ["/login", "/login.data", "/actions/language", "/logout"]) {
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }, {}]) {
      // requests without an origin may change the appearance of public pages (decision 0005)
      if (path === "/actions/language" && Object.keys(headers).length === 0) continue;
      const answer = await request.post(path, {
        form,
        headers: headers as Record<string, string>,
        maxRedirects: 0,
      });
      expect(answer.status(), `${path} ${JSON.stringify(headers)}`).toBe(403);
      expect(answer.headers()["set-cookie"] ?? "").not.toContain("session=");
    }
  }
});

test("a form that is too large or cut is rejected and nothing breaks", async ({ request, baseURL }) => {
  const headers = { origin: baseURL ?? "" };
  const large = await request.post("/login", { form: { email: "x".repeat(400_000) }, headers });
  expect(large.status()).toBe(413);
  const cut = await request.post("/login", {
    data: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx',
    headers: { ...headers, "content-type": "multipart/form-data; boundary=b" },
  });
  expect(cut.status()).toBe(400);
  expect((await request.get("/login")).status()).toBe(200);
});

test("every response has the security headers", async ({ request }) => {
  for (const path of ["/login", "/favicon.svg", "/api/livez", "/login.data", "/no-such-file.js"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["referrer-policy"], path).toBe("strict-origin-when-cross-origin");
    expect(headers["x-powered-by"], path).toBeUndefined();
  }
  // a redirect has no body and stays within the cabinet
  const redirect = await request.get("/no-such-page", { maxRedirects: 0 });
  expect(redirect.status()).toBe(302);
  expect(redirect.headers()).toMatchObject({
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
  });
  expect(redirect.headers()["x-powered-by"]).toBeUndefined();
  expect((await request.get("/login")).headers()["content-security-policy"]).toContain(
    "frame-ancestors 'none'",
  );
});

import { newClientWith } from "./support/new-client";
import type { OwnCabinet } from "./support/own-cabinet";
import { ownCabinet } from "./support/own-cabinet";
import { expect, logInByForm, test } from "./support/test";

let cabinet: OwnCabinet;

/** Serves the guarded build with `remix-serve`, against the API of the other tests. */
test.beforeAll(async ({ baseURL }) => {
  cabinet = await ownCabinet({
    program: ["node_modules/@remix-run/serve/dist/cli.js", "build/server/guarded.js"],
    readyPath: "/login",
    env: { API_URL: baseURL ?? "", SESSION_SECRET: "a secret of this test, long enough" },
  });
});

test.afterAll(() => cabinet.stop());

for (const javaScriptEnabled of [true, false]) {
  test(`a client logs in and rents a server ${javaScriptEnabled ? "with" : "without"} script`, async ({
    page,
    mailbox,
    translations,
    browser,
  }) => {
    const user = await newClientWith(5_000, page, mailbox);
    const context = await browser.newContext({ baseURL: cabinet.origin, javaScriptEnabled });
    const client = await context.newPage();
    await logInByForm(client, translations, user.email, user.password);
    await client.goto("/vps/order/trader-1");
    await client
      .getByRole("dialog")
      .getByRole("button", { name: translations("payment")("pay") })
      .click();
    await expect(client).toHaveURL(`${cabinet.origin}/vps`);
    await expect(client.getByRole("rowheader")).toHaveCount(1);
    await context.close();
  });
}

test("pages and their data have security headers, and a form of another site changes nothing", async ({
  request,
}) => {
  const page = await request.get(`${cabinet.origin}/login`);
  expect(page.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(page.headers()["x-content-type-options"]).toBe("nosniff");
  const loaded = (await request.get(`${cabinet.origin}/login.data`)).headers();
  expect(loaded["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(loaded["x-content-type-options"]).toBe("nosniff");
  expect(loaded["cross-origin-resource-policy"]).toBe("same-origin");
  // Remix's own check, which responds with 500
  const sent = await request.post(`${cabinet.origin}/actions/theme`, {
    form: { theme: "dark", returnTo: "/login" },
    headers: { origin: "http://elsewhere.example" },
    maxRedirects: 0,
  });
  expect(sent.status()).toBeGreaterThanOrEqual(400);
  expect(sent.headers()["set-cookie"]).toBeUndefined();
});

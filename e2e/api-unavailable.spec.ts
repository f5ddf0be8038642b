import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OwnCabinet } from "./support/own-cabinet";
import { ownCabinet } from "./support/own-cabinet";
import { expect, test } from "./support/test";

/** A separate cabinet whose API is a port that can refuse connections, hang or send garbage. */
let cabinet: OwnCabinet;
let api: Server;
let answer: "silence" | "nonsense" | "failure" = "failure";

test.beforeAll(async () => {
  api = createServer((_request, response) => {
    if (answer === "silence") return;
    response.writeHead(answer === "failure" ? 500 : 200, { "content-type": "application/json" });
    response.end(answer === "failure" ? "{}" : '{"unexpected":true}');
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => api.once("listening", resolve));
  const { port } = api.address() as AddressInfo;
  cabinet = await ownCabinet({ env: { API_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: "silent" } });
});

test.afterAll(async () => {
  await cabinet.stop();
  api.closeAllConnections();
  api.close();
});

for (const kind of ["failure", "nonsense", "silence"] as const) {
  test(`with an API that answers with ${kind}, the shell stands and offers to try again`, async ({
    page,
    translations,
    context,
    language,
  }) => {
    answer = kind;
    await context.addCookies([
      {
        name: "language",
        value: encodeURIComponent(Buffer.from(JSON.stringify(language)).toString("base64")),
        url: cabinet.origin,
      },
    ]);
    await page.goto(`${cabinet.origin}/login`);
    const t = translations("user");
    await page.getByLabel(t("email"), { exact: true }).fill("anna@demo.test");
    await page.getByLabel(t("password"), { exact: true }).fill("some password");
    await page.getByRole("button", { name: t("loginButton"), exact: true }).click();
    // a login is a write request, with a timeout of 10 s (app/services/api.server.ts)
    const again = page.getByText(translations("failure")("tryAgain"), { exact: true }).first();
    await expect(again).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("contentinfo")).toBeVisible();
  });
}

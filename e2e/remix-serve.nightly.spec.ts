import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#api/commands/free-port";
import { untilItAnswers } from "./support/global-setup";
import { newClientWith } from "./support/new-client";
import { expect, logInByForm, test } from "./support/test";

let server: ChildProcess;
let origin = "";
let dataDir = "";

/** The guarded build by Remix's own server, before the API that the other tests have. */
test.beforeAll(async ({ baseURL }) => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  dataDir = mkdtempSync(join(tmpdir(), "cabinet-remix-serve-"));
  const program = ["node_modules/@remix-run/serve/dist/cli.js", "build/server/guarded.js"];
  server = spawn(process.execPath, program, {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      API_URL: baseURL,
      PUBLIC_ORIGIN: origin,
      DATA_DIR: dataDir,
      SESSION_SECRET: "a secret of this test, long enough",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilItAnswers(`${origin}/login`, server);
});

test.afterAll(async () => {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
});

for (const javaScriptEnabled of [true, false]) {
  test(`a client logs in and rents a server ${javaScriptEnabled ? "with" : "without"} script`, async ({
    page,
    mailbox,
    words,
    browser,
  }) => {
    const person = await newClientWith(5_000, page, mailbox);
    const context = await browser.newContext({ baseURL: origin, javaScriptEnabled });
    const client = await context.newPage();
    await logInByForm(client, words, person.email, person.password);
    await client.goto("/vps/order/trader-1");
    await client
      .getByRole("dialog")
      .getByRole("button", { name: words("payment")("pay") })
      .click();
    await expect(client).toHaveURL(`${origin}/vps`);
    await expect(client.getByRole("rowheader")).toHaveCount(1);
    await context.close();
  });
}

test("pages have the headers of security, and a form of another site changes nothing", async ({
  request,
}) => {
  const page = await request.get(`${origin}/login`);
  expect(page.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(page.headers()["x-content-type-options"]).toBe("nosniff");
  // Remix's own check, which answers 500
  const sent = await request.post(`${origin}/actions/theme`, {
    form: { theme: "dark", returnTo: "/login" },
    headers: { origin: "http://elsewhere.example" },
    maxRedirects: 0,
  });
  expect(sent.status()).toBeGreaterThanOrEqual(400);
  expect(sent.headers()["set-cookie"]).toBeUndefined();
});

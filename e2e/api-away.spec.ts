import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilItAnswers } from "./support/global-setup";
import { expect, test } from "./support/test";

/** A cabinet of its own whose API is a port that can be made to refuse, to be silent or to talk nonsense. */
let cabinet: ChildProcess;
let api: Server;
let dataDir: string;
let origin: string;
let answer: "silence" | "nonsense" | "failure" = "failure";

test.beforeAll(async () => {
  api = createServer((_request, response) => {
    if (answer === "silence") return;
    response.writeHead(answer === "failure" ? 500 : 200, { "content-type": "application/json" });
    response.end(answer === "failure" ? "{}" : '{"unexpected":true}');
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => api.once("listening", resolve));
  const apiPort = (api.address() as AddressInfo).port;
  const port = await freePort();
  origin = `http://localhost:${port}`;
  dataDir = mkdtempSync(join(tmpdir(), "cabinet-away-"));
  cabinet = spawn(process.execPath, ["bin/serve.mjs"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      API_URL: `http://127.0.0.1:${apiPort}`,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilItAnswers(`${origin}/livez`, cabinet);
});

test.afterAll(async () => {
  const ended = new Promise((resolve) => cabinet.once("exit", resolve));
  cabinet.kill("SIGTERM");
  await ended;
  api.closeAllConnections();
  api.close();
  rmSync(dataDir, { recursive: true, force: true });
});

for (const kind of ["failure", "nonsense", "silence"] as const) {
  test(`with an API that answers with ${kind}, the shell stands and offers to try again`, async ({
    page,
    words,
    context,
    language,
  }) => {
    answer = kind;
    await context.addCookies([
      {
        name: "language",
        value: encodeURIComponent(Buffer.from(JSON.stringify(language)).toString("base64")),
        url: origin,
      },
    ]);
    await page.goto(`${origin}/login`);
    const t = words("user");
    await page.getByLabel(t("email"), { exact: true }).fill("anna@demo.test");
    await page.getByLabel(t("password"), { exact: true }).fill("some password");
    await page.getByRole("button", { name: t("loginButton"), exact: true }).click();
    await expect(page.getByText(words("failure")("tryAgain"), { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ownCabinet } from "./support/own-cabinet";

test("the development server is the same server", async ({ page, request }) => {
  test.setTimeout(120_000);
  const cabinet = await ownCabinet({ args: ["--dev"], env: { NODE_ENV: "development", LOG_LEVEL: "info" } });
  try {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    const answer = await page.goto(`${cabinet.origin}/public-offer`);
    expect(answer?.status()).toBe(200);
    const crossSite = await request.post(`${cabinet.origin}/login`, { form: { email: "a" } });
    expect(crossSite.status()).toBe(403);
    expect(cabinet.output()).toContain(crossSite.headers()["x-request-id"] ?? "no id");
    const withScript = await page.goto(`${cabinet.origin}/login`);
    expect(withScript?.headers()["content-security-policy"]).toContain("nonce-");
    await expect(page.locator("form[action='/login'] button[type=submit]")).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await cabinet.stop();
  }
});

test("the gallery shows every component in development, and is in no build", async ({ page, request }) => {
  test.setTimeout(120_000);
  expect((await request.get("/gallery", { maxRedirects: 0 })).status()).not.toBe(200);
  const cabinet = await ownCabinet({ args: ["--dev"], env: { NODE_ENV: "development", LOG_LEVEL: "warn" } });
  try {
    const answer = await page.goto(`${cabinet.origin}/gallery?shows=dialog`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goto(`${cabinet.origin}/gallery`);
    await expect(page.locator("main > section")).toHaveCount(8);
    const html = await page.locator("main").innerHTML();
    for (const part of ["button danger primary", "aria-invalid", "more", "badge", "strip", "notice", "tabs"])
      expect(html).toContain(part);
    for (const part of [
      "segments",
      "pager",
      "empty",
      "paid",
      "timeline",
      "tiles",
      "plot",
      "sparkline",
      "rows",
    ])
      expect(html).toContain(part);
  } finally {
    await cabinet.stop();
  }
});

test("the development server starts without an error, and its PostgreSQL ends with it", async ({ page }) => {
  test.setTimeout(180_000);
  const dataDir = mkdtempSync(join(tmpdir(), "cabinet-development-"));
  // the user that PostgreSQL runs as needs access
  chmodSync(dataDir, 0o711);
  // drop what Vite has prebundled before
  rmSync("node_modules/.vite", { recursive: true, force: true });
  const env = { NODE_ENV: "development", LOG_LEVEL: "warn", API_URL: "", DATA_DIR: dataDir };
  const cabinet = await ownCabinet({ args: ["--dev"], env });
  const lock = join(dataDir, "postgres/data/postmaster.pid");
  try {
    await page.goto(`${cabinet.origin}/login`);
    await expect.poll(cabinet.output, { timeout: 90_000 }).toMatch(/dependencies optimized|\[ERROR\]/);
    await expect.poll(() => existsSync(lock), { timeout: 60_000 }).toBe(true);
    expect(cabinet.output()).not.toMatch(/\[ERROR\]|error while|"level":[456]0/);
  } finally {
    await cabinet.stop();
  }
  expect(existsSync(lock)).toBe(false);
  rmSync(dataDir, { recursive: true, force: true });
});

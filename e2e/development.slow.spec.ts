import { expect, test } from "@playwright/test";
import { ownCabinet } from "./support/own-cabinet";

test("the development server stands behind the same seam", async ({ page, request }) => {
  test.setTimeout(120_000);
  const cabinet = await ownCabinet({ args: ["--dev"], env: { NODE_ENV: "development", LOG_LEVEL: "info" } });
  try {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    const answer = await page.goto(`${cabinet.origin}/public-offer`);
    const headers = answer?.headers() ?? {};
    expect(answer?.status()).toBe(200);
    expect(headers["content-security-policy"]).toContain("nonce-");
    expect(cabinet.said()).toContain(headers["x-request-id"] ?? "no id");
    const crossSite = await request.post(`${cabinet.origin}/login`, { form: { email: "a" } });
    expect(crossSite.status()).toBe(403);
    await page.goto(`${cabinet.origin}/login`);
    await expect(page.locator("form[action='/login'] button[type=submit]")).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await cabinet.stop();
  }
});

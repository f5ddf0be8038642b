import { spawnSync } from "node:child_process";
import type { OwnCabinet } from "./support/own-cabinet";
import { ownCabinet } from "./support/own-cabinet";
import { expect, test } from "./support/test";

const settings = {
  PRODUCT_NAME: "Fjord VPS",
  BRAND_MARK: "FV",
  BRAND_BAND: "#0b3d2e",
  LEGAL_NAME: "Fjord AS",
  LEGAL_ADDRESS: "Havnegata 1, Bergen",
  LEGAL_DETAILS: "Org. no. 912 345 678",
  SUPPORT_EMAIL: "help@fjord.example",
  SUPPORT_HOURS: "Mon-Fri 09:00-18:00 UTC",
};

let cabinet: OwnCabinet;
test.beforeAll(async () => {
  cabinet = await ownCabinet({ env: { ...settings, LOG_LEVEL: "silent" } });
});
test.afterAll(() => cabinet.stop());

test("a second brand has its name, logo and colour in the header, its icon, and its details in the footer", async ({
  page,
  language,
}) => {
  await page.goto(`${cabinet.origin}/login?language=${language}`);
  const header = page.locator("header.band");
  await expect(header).toContainText("Fjord VPS");
  await expect(header.locator("svg text")).toHaveText("FV");
  await expect(header).toHaveCSS("background-color", "rgb(11, 61, 46)");
  await expect(page).toHaveTitle(/Fjord VPS$/);
  const footer = page.locator("footer");
  await expect(footer).toContainText("Fjord AS, Org. no. 912 345 678, Havnegata 1, Bergen");
  await expect(footer).toContainText("09:00–18:00 UTC");
  await expect(footer.getByRole("link", { name: "help@fjord.example" })).toHaveAttribute(
    "href",
    "mailto:help@fjord.example",
  );
  await expect(footer).toContainText(/© 2012[-–]2025 Fjord VPS/);
  const description = page.locator('meta[name="description"]');
  await expect(description).toHaveCount(1);
  await expect(description).toHaveAttribute("content", language === "ru" ? /^Вход / : /^Log in /);
  const icon = await page.request.get(`${cabinet.origin}/favicon.svg`);
  expect(icon.headers()["content-type"]).toContain("image/svg+xml");
  expect(await icon.text()).toMatch(/<title>Fjord VPS<\/title>.*fill="#0b3d2e".*>FV<\/text>/);
  expect(await page.content()).not.toContain("Tradehost");
});

test("offer and policy name the provider and the address to write to", async ({ page, language }) => {
  for (const path of ["public-offer", "privacy-policy"]) {
    await page.goto(`${cabinet.origin}/${path}?language=${language}`);
    const text = page.getByRole("article");
    await expect(text).toContainText("Fjord AS, Org. no. 912 345 678, Havnegata 1, Bergen");
    await expect(text).toContainText("help@fjord.example");
  }
});

test("a header colour that makes text unreadable ends the start with one sentence", () => {
  const env = { ...process.env, ...settings, BRAND_BAND: "#ffe08a", PORT: "0" };
  const { status, stderr } = spawnSync(process.execPath, ["bin/serve.mjs"], {
    env,
    encoding: "utf8",
    timeout: 30_000,
  });
  expect(status).toBe(1);
  expect(stderr.trim()).toMatch(
    /^BRAND_BAND is #ffe08a: text on it would have a contrast of 1\.\d\d:1, at least 4\.5:1 is needed\. Choose a darker colour\.$/m,
  );
});

import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { freePort } from "#api/cli/free-port";
import { chromiumPath } from "./support/chromium";
import { demoUser } from "./support/every-page";
import { expect, logIn, test } from "./support/test";

/** The parts of Lighthouse's report that this test reads. */
type Audit = { score: number | null; displayValue?: string; details?: { items?: unknown[] } };
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };
type Report = {
  finalDisplayedUrl: string;
  audits: Record<string, Audit>;
  categories: Record<string, Category>;
};
type Lighthouse = (
  url: string,
  options: { port: number; logLevel: string; disableStorageReset: boolean; onlyCategories: string[] },
) => Promise<{ lhr: Report }>;

const pages = {
  visitor: [
    "/login",
    "/signup",
    "/public-offer",
    "/online-monitoring/public",
    "/online-monitoring/demo-trend-following",
  ],
  client: [
    "/vps",
    "/online-monitoring/accounts",
    "/balance-operations",
    "/partner-program",
    "/partner-program/statistics",
  ],
};
const fullScoreCategories = ["accessibility", "best-practices", "seo"];

// serial, because the tests measure the same machine
test.describe.configure({ retries: 0, mode: "default" });
test.skip(!process.env.LIGHTHOUSE, "by hand: it is installed by `npm run lighthouse` (decision 0030)");

for (const viewer of ["visitor", "client"] as const)
  test(`Lighthouse gives the main pages of a ${viewer} 100 for access, practices and search`, async ({
    baseURL,
  }) => {
    const origin = baseURL ?? "";
    const lighthouse = await installed();
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "cabinet-lighthouse-"));
    const browser = await chromium.launchPersistentContext(folder, {
      executablePath: chromiumPath(),
      args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
      baseURL: origin,
    });
    const [page = await browser.newPage()] = browser.pages();
    if (viewer === "client") await logIn(page, demoUser.email, demoUser.password);
    for (const path of pages[viewer]) {
      const { lhr } = await lighthouse(origin + path, {
        port,
        logLevel: "error",
        // keeps the session cookie
        disableStorageReset: true,
        onlyCategories: ["performance", ...fullScoreCategories],
      });
      expect(new URL(lhr.finalDisplayedUrl).pathname).toBe(path);
      // Printed, not asserted, because it depends on the machine (bench/ and e2e/size-budgets.slow.spec.ts assert what can
      // be asserted).
      console.log(path, Math.round((lhr.categories.performance?.score ?? 0) * 100), metricsText(lhr));
      for (const name of fullScoreCategories)
        expect.soft(missed(lhr, name), `${name} of ${path}`).toEqual([]);
    }
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

async function installed(): Promise<Lighthouse> {
  const path = createRequire(join(process.cwd(), "e2e/lighthouse/package.json")).resolve("lighthouse");
  return ((await import(pathToFileURL(path).href)) as { default: Lighthouse }).default;
}

const metricsText = ({ audits }: Report) =>
  ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"]
    .map((name) => `${name} ${audits[name]?.displayValue}`)
    .join(", ");

/** Returns the audits that keep a category below 100. */
function missed({ categories, audits }: Report, name: string): string[] {
  return (categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${JSON.stringify(audits[id]?.details?.items).slice(0, 500)}`);
}

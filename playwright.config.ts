import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./e2e/support/chromium";

const port = Number(process.env.E2E_PORT ?? 4173);
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Pages are weighed, doors are tried and ways are compared once: nobody looks at them. */
const once = [
  "**/back-to-a-page.spec.ts",
  "**/bytes.spec.ts",
  "**/bytes-until-paid.spec.ts",
  "**/dictionaries.spec.ts",
  "**/every-form.spec.ts",
  "**/locked-doors.spec.ts",
  "**/foreign-intents.spec.ts",
  "**/heaviest-shared-page.spec.ts",
  "**/long-names.spec.ts",
  "**/seam.spec.ts",
  "**/first-paint.spec.ts",
  "**/nothing-moves.spec.ts",
  "**/whole-letters.spec.ts",
  "**/with-script-or-before-it.spec.ts",
  "**/script-on-demand.spec.ts",
];
/** Run by playwright.slow.config.ts. */
const slow = "**/*.slow.spec.ts";
/** Starts a cabinet of its own, with an operator beside it: once with script, once without. */
const onceEachWay = ["**/bank-transfer.spec.ts"];
/** axe is a script, and so is what measures words. */
const needsScript = ["**/accessibility.spec.ts", "**/no-broken-words.spec.ts"];

/**
 * Every user's action runs with and without script, on desktop and phone, in both languages: each pair of them at least once.
 * `npm test` takes the desktop, `npm run test:slow` the phone.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  testIgnore: slow,
  fullyParallel: true,
  // tests wait for letters and machines more than they compute
  workers: "100%",
  // a busy machine may be late, but not twice with one test, nor with many (e2e/support/late-tests.mjs)
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["./e2e/support/late-tests.mjs"], ["json", { outputFile: "reports/browser.json" }]],
  globalSetup: "./e2e/support/global-setup.ts",
  use: {
    baseURL: `http://localhost:${port}`,
    // a trace of every action costs as much again as the action
    trace: "on-first-retry",
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "desktop-en", use: { ...desktop, language: "en" } },
    {
      name: "desktop-ru-no-script",
      testIgnore: [slow, ...once, ...onceEachWay, ...needsScript],
      use: { ...desktop, language: "ru", javaScriptEnabled: false },
    },
    { name: "phone-ru", testIgnore: [slow, ...once, ...onceEachWay], use: { ...phone, language: "ru" } },
    {
      name: "phone-en-no-script",
      testIgnore: [slow, ...once, ...needsScript],
      use: { ...phone, language: "en", javaScriptEnabled: false },
    },
  ] as never,
});

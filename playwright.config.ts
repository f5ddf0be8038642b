import { defineConfig } from "@playwright/test";
import { headlessShellPath } from "./e2e/support/chromium";

const port = Number(process.env.E2E_PORT ?? 4173);
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Run by the project of their name. */
const slow = "**/*.slow.spec.ts";
const nightly = "**/*.nightly.spec.ts";
/** Specs that no language or screen changes: `desktop-en` runs them alone. */
const once = [
  "**/foreign-intents.spec.ts",
  "**/locked-doors.spec.ts",
  "**/providers-week.spec.ts",
  "**/server.spec.ts",
];

/**
 * Every action of a user runs twice: with script on a desktop in English, and without script on a phone in Russian.
 * `npm test` runs `desktop-en`, `npm run test:slow` the phones and the `slow` specs (page-layout.slow.spec.ts looks at every page in
 * the other combinations), `npm run test:nightly` the `nightly` specs.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // pictures.nightly.spec.ts: pinned fonts and one way of drawing them give one picture for every machine
  snapshotPathTemplate: "e2e/pictures/{arg}{ext}",
  fullyParallel: true,
  // tests wait for letters and machines more than they compute
  workers: "100%",
  // a busy machine may be late, but not twice with one test, nor with many (e2e/support/late-tests.mjs)
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // PLAYWRIGHT_JSON_OUTPUT_FILE names another file
  reporter: [["list"], ["./e2e/support/late-tests.mjs"], ["json", { outputFile: "reports/browser.json" }]],
  globalSetup: "./e2e/support/global-setup.ts",
  use: {
    baseURL: `http://localhost:${port}`,
    // a trace of every action costs as much again as the action
    trace: "on-first-retry",
    launchOptions: {
      executablePath: headlessShellPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        // estimated from what a busy machine measures of loopback, it says "3g" at times, and pages then wait with script
        "--force-effective-connection-type=4G",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "desktop-en", testIgnore: [slow, nightly], use: { ...desktop, language: "en" } },
    { name: "slow", testMatch: slow, timeout: 10 * 60_000, use: { ...desktop, language: "en" } },
    {
      name: "phone-ru-no-script",
      testIgnore: [slow, nightly, ...once],
      use: { ...phone, language: "ru", javaScriptEnabled: false },
    },
    // what a touch screen changes where there is script
    {
      name: "phone-en",
      testIgnore: [slow, nightly],
      grep: /@phone/,
      use: { ...phone, language: "en" },
    },
    { name: "nightly", testMatch: nightly, timeout: 10 * 60_000, use: { ...desktop, language: "en" } },
  ] as never,
});

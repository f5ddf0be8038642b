import { defineConfig } from "@playwright/test";
import { headlessShellPath } from "./e2e/support/chromium";

const port = Number(process.env.E2E_PORT ?? 4173);
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Specs run by the project of the same name. */
const slow = "**/*.slow.spec.ts";
const nightly = "**/*.nightly.spec.ts";
/** Specs independent of language and screen; only `desktop-en` runs them. */
const singleRunSpecs = ["**/unknown-intents.spec.ts", "**/access-control.spec.ts", "**/server.spec.ts"];

/**
 * Long tests of the provider's side, each with a cabinet of its own; `npm run test:nightly` runs them.
 * `admin-week` and `admin-client-actions` are in `npm test`, and on a phone in `npm run test:slow`.
 */
const longConsoleSpecs = [
  "**/admin-catalogue-and-tickets.spec.ts",
  "**/admin-console.spec.ts",
  "**/admin-inbox.spec.ts",
  "**/admin-pages.spec.ts",
  "**/admin-roles-and-health.spec.ts",
  "**/maintenance-and-promo-codes.spec.ts",
];
const operatorCommands = "**/operator-commands.spec.ts";
const phoneWithoutScript = { ...phone, language: "ru", javaScriptEnabled: false };

/**
 * Every user action is tested twice: with script on a desktop in English, and without script on a phone in Russian.
 * `npm test` runs `desktop-en`, `npm run test:slow` the phones and the `slow` specs (page-layout.slow.spec.ts covers
 * every page in other combinations), `npm run test:nightly` the `nightly` specs and the long ones of the provider's side.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // pictures.nightly.spec.ts: pinned fonts and rendering options make screenshots equal on all machines
  snapshotPathTemplate: "e2e/pictures/{arg}{ext}",
  fullyParallel: true,
  // tests wait for emails and machines: as many workers as cores leave a quarter of the CPU unused
  workers: "150%",
  // a busy machine may cause a few flaky tests, but not the same test twice (e2e/support/flaky-tests.mjs)
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // PLAYWRIGHT_JSON_OUTPUT_FILE overrides the file
  reporter: [["list"], ["./e2e/support/flaky-tests.mjs"], ["json", { outputFile: "reports/browser.json" }]],
  globalSetup: "./e2e/support/global-setup.ts",
  use: {
    baseURL: `http://localhost:${port}`,
    // a trace of every action would double the time
    trace: "on-first-retry",
    launchOptions: {
      executablePath: headlessShellPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        // on a busy machine the estimate for loopback is sometimes "3g", and pages then defer their script
        "--force-effective-connection-type=4G",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    {
      name: "desktop-en",
      testIgnore: [slow, nightly, operatorCommands, ...longConsoleSpecs],
      use: { ...desktop, language: "en" },
    },
    {
      name: "slow",
      testMatch: slow,
      timeout: 10 * 60_000,
      use: { ...desktop, language: "en" },
    },
    {
      name: "phone-ru-no-script",
      testIgnore: [slow, nightly, operatorCommands, ...singleRunSpecs, ...longConsoleSpecs],
      use: phoneWithoutScript,
    },
    // touch-screen differences, with script
    {
      name: "phone-en",
      testIgnore: [slow, nightly],
      grep: /@phone/,
      use: { ...phone, language: "en" },
    },
    {
      name: "nightly",
      testMatch: [nightly, operatorCommands, ...longConsoleSpecs],
      timeout: 10 * 60_000,
      use: { ...desktop, language: "en" },
    },
    { name: "nightly-phone", testMatch: longConsoleSpecs, timeout: 10 * 60_000, use: phoneWithoutScript },
  ] as never,
});

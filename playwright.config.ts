import { defineConfig } from "@playwright/test";
import { headlessShellPath } from "./e2e/support/chromium";

const port = Number(process.env.E2E_PORT ?? 4173);
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Specs run by the project of the same name. */
const slow = "**/*.slow.spec.ts";
const nightly = "**/*.nightly.spec.ts";
/** The main actions of clients, and what keeps strangers and repeats out; `npm test` runs them. */
const mainSpecs = [
  "**/access-control.spec.ts",
  "**/paid-once.spec.ts",
  "**/rent-a-server.spec.ts",
  "**/sign-up-and-log-in.spec.ts",
  "**/transfer-money.spec.ts",
  "**/watch-an-account.spec.ts",
];
/** Specs independent of language and screen; only a desktop runs them. */
const singleRunSpecs = ["**/unknown-intents.spec.ts", "**/access-control.spec.ts", "**/server.spec.ts"];

/**
 * Long tests of the provider's side, each with a cabinet of its own; `npm run test:nightly` runs them.
 * `admin-week` is in `npm run test:slow` too.
 */
const longConsoleSpecs = [
  "**/admin-catalogue-and-tickets.spec.ts",
  "**/admin-client-actions.spec.ts",
  "**/admin-confirmations.spec.ts",
  "**/admin-console.spec.ts",
  "**/admin-inbox.spec.ts",
  "**/admin-pages.spec.ts",
  "**/admin-roles-and-health.spec.ts",
  "**/admin-typed-values.spec.ts",
  "**/maintenance-and-promo-codes.spec.ts",
];
const operatorCommands = "**/operator-commands.spec.ts";
/** What pages look like, and what they say during an outage: on a phone it is tested at night. */
const phoneSpecsOfTheNight = [
  "**/admin-week.spec.ts",
  "**/api-unavailable.spec.ts",
  "**/copy-and-print.spec.ts",
  "**/font-weights.spec.ts",
  "**/header-and-menu.spec.ts",
  "**/icons.spec.ts",
  "**/layout-details.spec.ts",
  "**/more-menus.spec.ts",
  "**/second-brand.spec.ts",
  "**/shared-page-look.spec.ts",
  "**/time-zone-offer.spec.ts",
];
const phoneWithoutScript = { ...phone, language: "ru", javaScriptEnabled: false };

/**
 * Every user action is tested twice: with script on a desktop in English, and without script on a phone in Russian.
 * `npm test` runs `desktop-main`; `npm run test:slow` the other actions on a desktop, all on a phone, and the `slow`
 * specs; `npm run test:nightly` the `nightly` specs, touch screens with script, and the long ones of the provider's side.
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
    { name: "desktop-main", testMatch: mainSpecs, use: { ...desktop, language: "en" } },
    {
      name: "desktop-en",
      testIgnore: [slow, nightly, operatorCommands, ...mainSpecs, ...longConsoleSpecs],
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
      testIgnore: [
        ...[slow, nightly, operatorCommands],
        ...[...singleRunSpecs, ...longConsoleSpecs, ...phoneSpecsOfTheNight],
      ],
      use: phoneWithoutScript,
    },
    {
      name: "nightly",
      testMatch: [nightly, operatorCommands, ...longConsoleSpecs],
      timeout: 10 * 60_000,
      use: { ...desktop, language: "en" },
    },
    {
      name: "nightly-phone",
      testMatch: [...longConsoleSpecs, ...phoneSpecsOfTheNight],
      timeout: 10 * 60_000,
      use: phoneWithoutScript,
    },
    // touch-screen differences, with script
    {
      name: "nightly-touch",
      testIgnore: [slow, nightly],
      grep: /@phone/,
      use: { ...phone, language: "en" },
    },
  ] as never,
});

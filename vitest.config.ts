import { defineConfig } from "vitest/config";

/** Their modules are loaded once a worker, which halves the work; each has a database of its own. */
const sharedTests = "{api,app,bin,contract,locales,server,statements,tools}/**/*.test.{ts,tsx}";
/** Each has a process of its own: their modules read the environment when they are loaded, or are counted from then on. */
const testsAlone = [
  "app/{services/{prefetch.server,translation-files.server,api.server,guard.server,page-queries,specification-backend,upload.server},routes/*/{action,load}}.test.ts",
  "server/page-cache.test.ts",
  "statements/long-histories.test.ts",
];
const slowTests = "{app,api,contract,locales,bin,server,statements,tools}/**/*.slow.test.{ts,tsx}";
const nightlyTests = "{app,api,contract,locales,bin,server,statements,tools}/**/*.nightly.test.{ts,tsx}";
/** Tests with processes, kills and whole builds. */
const long = { testTimeout: 10 * 60_000, hookTimeout: 2 * 60_000 };

/**
 * `unit-…` are what `npm test` runs, `slow` is `npm run test:slow`, and `npm run test:nightly` runs all three with NIGHTLY=1
 * (`drillSize()`). What fails once is broken: nothing is tried again.
 */
export default defineConfig({
  resolve: { alias: [{ find: /^zod\/v4$/, replacement: "zod/mini" }] },
  test: {
    globalSetup: ["./api/testing/global-setup.ts"],
    benchmark: { include: ["tools/bench/**/*.bench.ts"] },
    // by default one core is left to vitest itself: of two that is half of the machine
    maxWorkers: "100%",
    // a busy machine is late, and nothing is tried again: a limit only ends what hangs
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit-shared",
          include: [sharedTests],
          exclude: [slowTests, nightlyTests, ...testsAlone],
          isolate: false,
        },
      },
      { extends: true, test: { name: "unit-alone", include: testsAlone } },
      { extends: true, test: { name: "slow", include: [slowTests], ...long } },
      { extends: true, test: { name: "nightly", include: [nightlyTests], ...long } },
    ],
  },
});

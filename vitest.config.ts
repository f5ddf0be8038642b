import { defineConfig } from "vitest/config";

/** Tests that load their modules once per worker, which halves the time; each has a separate database. */
const sharedTests = "{api,app,bin,contract,locales,server,statements,tools}/**/*.test.{ts,tsx}";
/**
 * Tests that run in a separate process each: their modules read the environment at load time, or are counted from
 * then on.
 */
const testsAlone = [
  "app/{services/{prefetch.server,translation-files.server,api.server,guard.server,page-queries,specification-backend,staff.server,staff-draft.server,upload.server},routes/*/{action,load}}.test.ts",
  "server/page-cache.test.ts",
];
const slowTests = "{app,api,contract,locales,bin,server,statements,tools}/**/*.slow.test.{ts,tsx}";
const nightlyTests = "{app,api,contract,locales,bin,server,statements,tools}/**/*.nightly.test.{ts,tsx}";
/** Drills of time limits: they run one at a time after all others, because what they check fails on a busy machine. */
const timedDrills = "tools/drills/*.nightly.test.ts";
/** Some of these tests start the built cabinet; it is built once before them. */
const built = ["./tools/drills/build-cabinet.ts"];
/** Limits for tests with processes, kills and whole builds. */
const long = { testTimeout: 10 * 60_000, hookTimeout: 2 * 60_000 };

/**
 * `npm test` runs the `unit-…` projects, `npm run test:slow` runs `slow`, and `npm run test:nightly` runs all
 * with NIGHTLY=1 (`drillSize()`). There are no retries: a test that fails once is broken.
 */
export default defineConfig({
  resolve: { alias: [{ find: /^zod\/v4$/, replacement: "zod/mini" }] },
  test: {
    globalSetup: ["./api/testing/global-setup.ts"],
    benchmark: { include: ["tools/bench/**/*.bench.ts"] },
    // by default Vitest leaves one core free, which is half of a machine with two
    maxWorkers: "100%",
    // generous, because a busy machine is slow and there are no retries: the limit only ends hanging tests
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
      {
        extends: true,
        test: { name: "slow", include: [slowTests], isolate: false, globalSetup: built, ...long },
      },
      {
        extends: true,
        test: {
          name: "nightly",
          include: [nightlyTests],
          exclude: [timedDrills],
          globalSetup: built,
          ...long,
        },
      },
      {
        extends: true,
        test: {
          name: "nightly-timed",
          include: [timedDrills],
          globalSetup: built,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...long,
        },
      },
    ],
  },
});

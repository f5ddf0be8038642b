import { defineConfig } from "vitest/config";

const tests = "{app,api,contract,locales,bin}/**/*.test.{ts,tsx}";
const slowTests = "{app,api,contract,locales,bin}/**/*.slow.test.{ts,tsx}";

/** `unit` is what `npm test` runs; `slow` is slow by nature and `npm run test:slow`. What fails once is broken: nothing is tried again. */
export default defineConfig({
  resolve: { alias: [{ find: /^zod\/v4$/, replacement: "zod/mini" }] },
  test: {
    globalSetup: ["./api/src/service/testing/global-setup.ts"],
    benchmark: { include: ["bench/**/*.bench.ts"] },
    // by default one core is left to vitest itself: of two that is half of the machine
    maxWorkers: "100%",
    // a busy machine is late, and nothing is tried again: a limit only ends what hangs
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "unit", include: [tests], exclude: [slowTests] } },
      {
        extends: true,
        test: { name: "slow", include: [slowTests], testTimeout: 10 * 60_000, hookTimeout: 2 * 60_000 },
      },
    ],
  },
});

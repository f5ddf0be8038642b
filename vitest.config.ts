import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: [{ find: /^zod\/v4$/, replacement: "zod/mini" }] },
  test: {
    include: ["{app,api,contract,locales,bin}/**/*.test.{ts,tsx}"],
    globalSetup: ["./api/src/service/testing/global-setup.ts"],
    benchmark: { include: ["bench/**/*.bench.ts"] },
    // by default one core is left to vitest itself: of two that is half of the machine
    maxWorkers: "100%",
    // a busy machine may be late once; what fails twice is broken
    retry: 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

const [desktop, ...others] = base.projects ?? [];

/** `npm run test:slow`: what is slow by nature, each once, and all that `npm test` does on a desktop, on a phone. */
export default defineConfig({
  ...base,
  // pinned fonts and one way of drawing them: one picture for every machine
  snapshotPathTemplate: "e2e/pictures/{arg}{ext}",
  reporter: [
    ["list"],
    ["./e2e/support/late-tests.mjs"],
    ["json", { outputFile: "reports/browser-slow.json" }],
  ],
  testIgnore: [],
  projects: [
    { ...desktop, name: "slow", testMatch: "**/*.slow.spec.ts", timeout: 10 * 60_000 },
    ...others.filter(({ name }) => name?.startsWith("phone")),
  ],
});

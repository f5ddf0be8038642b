import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

/** What is slow by nature: `npm run test:slow`, each once. */
export default defineConfig(base, {
  testMatch: "**/*.slow.spec.ts",
  testIgnore: [],
  timeout: 10 * 60_000,
  // pinned fonts and one way of drawing them: one picture for every machine
  snapshotPathTemplate: "e2e/pictures/{arg}{ext}",
  reporter: [
    ["list"],
    ["./e2e/support/late-tests.ts"],
    ["json", { outputFile: "reports/browser-slow.json" }],
  ],
  projects: base.projects?.slice(0, 1),
});

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const systemPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const systemChromium = () => systemPaths.find((path) => existsSync(path));

function install(): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return;
  console.log("No browser found: installing the system's Chromium.");
  for (const step of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    execFileSync("apt-get", step, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
}

/** The browser of the tests: Playwright's own where it is installed, else the system's, else one that the package manager brings. */
export function chromiumPath(): string {
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  if (!systemChromium()) install();
  const found = systemChromium();
  if (!found)
    throw new Error(
      "The end-to-end tests need a browser: `npx playwright install chromium`, or the system's chromium package.",
    );
  return found;
}

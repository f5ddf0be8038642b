import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const browserPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const headlessShellPaths = ["/usr/bin/chromium-headless-shell"];

const firstThatExists = (paths: string[]) => paths.find((path) => existsSync(path));

function installFromDebian(): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return;
  console.log("No browser found: installing the system's Chromium.");
  for (const step of [
    ["update"],
    ["install", "-y", "--no-install-recommends", "chromium", "chromium-headless-shell"],
  ]) {
    execFileSync("apt-get", step, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
}

/** The whole browser: Playwright's own where it is installed, else the system's, else one that the package manager installs. */
export function chromiumPath(): string {
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  if (!firstThatExists(browserPaths)) installFromDebian();
  const found = firstThatExists(browserPaths);
  if (!found)
    throw new Error(
      "The end-to-end tests need a browser: `npx playwright install chromium`, or the system's chromium package.",
    );
  return found;
}

/**
 * Chromium without a window system, which Playwright takes by itself where its browsers are installed (undefined then): a test takes a
 * third less time in it. It has no back/forward cache; tests of that use `chromiumPath()`.
 */
export function headlessShellPath(): string | undefined {
  if (existsSync(chromium.executablePath())) return undefined;
  const path = chromiumPath();
  return firstThatExists(headlessShellPaths) ?? path;
}

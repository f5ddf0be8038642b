import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { installPackages } from "#api/testing/install-packages";

const browserPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const headlessShellPaths = ["/usr/bin/chromium-headless-shell"];

const firstThatExists = (paths: string[]) => paths.find((path) => existsSync(path));

/**
 * Returns the path of full Chromium: Playwright's if installed, else the system's, else one installed by the package
 * manager if allowed.
 */
export function chromiumPath(): string {
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  if (!firstThatExists(browserPaths)) installPackages("chromium", "chromium-headless-shell");
  const browserPath = firstThatExists(browserPaths);
  if (!browserPath)
    throw new Error(
      "The end-to-end tests need a browser: `npx playwright install chromium`, the system's chromium package, or INSTALL_PACKAGES=1 as root on Debian.",
    );
  return browserPath;
}

/**
 * Returns the path of the headless shell, or undefined if Playwright's browsers are installed, since Playwright then
 * picks it automatically. Tests take a third less time in it. It has no back/forward cache; tests of that use
 * `chromiumPath()`.
 */
export function headlessShellPath(): string | undefined {
  if (existsSync(chromium.executablePath())) return undefined;
  const path = chromiumPath();
  return firstThatExists(headlessShellPaths) ?? path;
}

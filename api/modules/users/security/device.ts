import { UAParser } from "ua-parser-js";

/** A browser in words: `Firefox 144, Windows 10`; empty where it does not say what it is. */
export function deviceName(userAgent: string): string {
  const { browser, os } = UAParser(userAgent);
  const name = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(" ");
  return [name(browser.name, browser.version?.split(".")[0]), name(os.name, os.version)]
    .filter(Boolean)
    .join(", ");
}

/** What stays the same when a browser or a system is updated: who has this has been seen before. */
export function deviceKind(userAgent: string): string {
  const { browser, os, device } = UAParser(userAgent);
  return [browser.name, os.name, device.type ?? "desktop"].map((part) => part ?? "?").join(" / ");
}

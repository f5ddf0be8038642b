import { UAParser } from "ua-parser-js";

/** Returns a browser's name: `Firefox 144, Windows 10`; empty if the user agent is unknown. */
export function deviceName(userAgent: string): string {
  const { browser, os } = UAParser(userAgent);
  const name = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(" ");
  return [name(browser.name, browser.version?.split(".")[0]), name(os.name, os.version)]
    .filter(Boolean)
    .join(", ");
}

/** Returns what stays the same when a browser or a system is updated, to recognize known devices. */
export function deviceKind(userAgent: string): string {
  const { browser, os, device } = UAParser(userAgent);
  return [browser.name, os.name, device.type ?? "desktop"].map((part) => part ?? "?").join(" / ");
}

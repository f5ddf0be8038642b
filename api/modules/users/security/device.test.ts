import { expect, it } from "vitest";
import { deviceKind, deviceName } from "./device";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0";
const linux = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const ipad =
  "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

it.each([
  [windows, "Firefox 144, Windows 10"],
  [linux, "Firefox 144, Linux"],
  [iphone, "Mobile Safari 18, iOS 18.1"],
  ["Mozilla/5.0 (Windows NT 10.0)", "Windows 10"],
  ["Firefox/144.0", "Firefox 144"],
  ["a script of somebody's", ""],
  ["", ""],
])("%s is shown as “%s”", (userAgent, shown) => {
  expect(deviceName(userAgent)).toBe(shown);
});

// these values are stored in the database: a different format would report every device as new
it.each([
  [windows, "Firefox / Windows / desktop"],
  [iphone, "Mobile Safari / iOS / mobile"],
  [ipad, "Mobile Safari / iOS / tablet"],
  ["", "? / ? / desktop"],
])("%s has the device kind “%s”", (userAgent, expectedName) => {
  expect(deviceKind(userAgent)).toBe(expectedName);
});

it("an update of browser or system is not a new device; another browser, system or kind of device is", () => {
  const updated = windows.replaceAll("144.0", "151.0");
  expect(deviceKind(updated)).toBe(deviceKind(windows));
  expect(new Set([windows, linux, iphone, ipad, ""].map(deviceKind)).size).toBe(5);
});

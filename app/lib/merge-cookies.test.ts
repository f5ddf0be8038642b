import { expect, test } from "vitest";
import { mergeCookies } from "./merge-cookies";

const now = Date.parse("2026-03-01T00:00:00Z");

test.each([
  ["is kept", undefined, ["refresh=a; Path=/api; HttpOnly; Max-Age=60"], "refresh=a"],
  ["takes the place of the one before it", "refresh=a; other=x", ["refresh=b=="], "refresh=b==; other=x"],
  ["goes when its age is over", "refresh=a; other=x", ["refresh=; Max-Age=0"], "other=x"],
  ["goes on a day that is past", "refresh=a", ["refresh=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], ""],
  [
    "stays until a day that comes",
    undefined,
    ["refresh=a; expires=Thu, 01 Jan 2099 00:00:00 GMT"],
    "refresh=a",
  ],
])("a cookie of the service %s", (_, cookieHeader, headers, expected) => {
  expect(mergeCookies(cookieHeader, headers, now)).toBe(expected);
});

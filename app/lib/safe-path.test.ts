import { expect, test } from "vitest";
import { adminAddress, safePath } from "./safe-path";

test.each(["/apiary", "/vps", "/vps?status=active#list", "/support/abc"])("%s stays as it is", (path) => {
  expect(safePath(path)).toBe(path);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "",
  "vps",
  "/.//evil.example",
  "/%2F/evil.example",
  "/%5cevil.example",
  "/api/user/auth",
  "/API/user/auth",
  "/x/../api",
  "/actions/theme",
  null,
  undefined,
])("%j leaves the site, or is not one of its pages, and is rejected", (path) => {
  expect(safePath(path)).toBeNull();
});

test.each(["https://evil.example", "javascript:alert(1)", "/vps", "/administrator", undefined])(
  "staff stay in the console, whatever the address is (%s)",
  (path) => {
    expect(adminAddress(path)).toBe("/admin");
  },
);

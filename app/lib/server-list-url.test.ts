import { expect, test } from "vitest";
import { behindDialog, isAtServer, isDialog, listAddress, listState } from "./server-list-url";

test.each([
  ["/vps", "", false],
  ["/vps/", "?from=server", false],
  ["/vps/test-server", "?from=server", false],
  ["/vps/servers/abc", "", true],
  ["/vps/servers/abc/", "", true],
  ["/vps/servers/abc/renewal", "", false],
  ["/vps/servers/abc/renewal", "?from=server", true],
  ["/vps/servers/abc/renewal", "?from=elsewhere", false],
])("%s%s is on a server's page: %s", (pathname, search, at) => {
  expect(isAtServer(pathname, search)).toBe(at);
});

test("a dialog closes to the page that it was opened over", () => {
  expect(behindDialog("?from=server&months=3", "abc")).toBe("/vps/servers/abc");
  expect(behindDialog("?status=blocked&page=2&confirm=restart", "abc")).toBe("/vps?status=blocked&page=2");
  expect(behindDialog("?from=//evil", "abc")).toBe("/vps");
});

test("the steps of a dialog keep the page behind it", () => {
  expect(listAddress(listState("?from=server&confirm=restart"), "/vps/servers/abc/control")).toBe(
    "/vps/servers/abc/control?from=server",
  );
});

test.each([
  ["/vps", false],
  ["/vps/", false],
  ["/vps/servers/abc", false],
  ["/vps/servers/abc/", false],
  ["/vps/servers/abc/renewal", true],
  ["/vps/order/trader-1", true],
  ["/vps/test-server", true],
])("%s is a dialog: %s", (pathname, is) => {
  expect(isDialog(pathname)).toBe(is);
});

test("a URL names an order only if it is not the default one", () => {
  expect(listAddress({ sort: "paidUntil", direction: "asc" })).toBe("/vps");
  expect(listAddress({ sort: "paidUntil", direction: "desc" })).toBe("/vps?sort=paidUntil&direction=desc");
  expect(listAddress({ sort: "issued", direction: "desc" })).toBe("/vps?sort=issued&direction=desc");
});

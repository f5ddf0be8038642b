import type { AppLoadContext } from "@remix-run/node";
import { expect, test, vi } from "vitest";
import { contextOf, isDocumentAddress } from "./request-context.server";

test("a page has one time limit for the service, in the server's bundle and in the build", async () => {
  const load: AppLoadContext = {};
  const request = new Request("http://localhost/faq");
  contextOf(load, request).apiCalls.silences += 1;
  vi.resetModules();
  const otherBundle = await import("./request-context.server");
  expect(otherBundle.contextOf(load, request).apiCalls.silences).toBe(1);
});

test.each([
  ["/partner-program", true],
  ["/partner-program?period=year", true],
  ["/faq?q=.data", true],
  ["/partner-program.data", false],
  ["/partner-program.data?_routes=root", false],
])("%s requests a document: %s", (address, expected) => expect(isDocumentAddress(address)).toBe(expected));

import { expect, test } from "vitest";
import { isDocumentAddress } from "./request-context.server";

test.each([
  ["/partner-program", true],
  ["/partner-program?period=year", true],
  ["/faq?q=.data", true],
  ["/partner-program.data", false],
  ["/partner-program.data?_routes=root", false],
])("%s requests a document: %s", (address, expected) => expect(isDocumentAddress(address)).toBe(expected));

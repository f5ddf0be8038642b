import { expect, test } from "vitest";
import { known } from "#app/lib/drawn";
import { drawnData } from "./drawn.server";
import { isDocumentAddress, withRequestContext } from "./request-context.server";

const sum = { sum: 1 };

test("the data of a document does not travel, and is known where it is drawn", () => {
  const data = withRequestContext(() => drawnData(sum), { isDocument: true });
  expect(JSON.stringify({ data })).toBe("{}");
  expect(known(data)).toEqual(sum);
});

test("a load within the app gets it", () => {
  expect(withRequestContext(() => drawnData(sum), { isDocument: false })).toEqual(sum);
});

test.each([
  ["/partner-program", true],
  ["/partner-program?period=year", true],
  ["/faq?q=.data", true],
  ["/partner-program.data", false],
  ["/partner-program.data?_routes=root", false],
])("%s asks for a document: %s", (address, expected) => expect(isDocumentAddress(address)).toBe(expected));

import { expect, test } from "vitest";
import { errorKind } from "#app/components/failure";

test.each([
  [404, "notFound"],
  [501, "notOffered"],
  [429, "limit"],
  [502, "away"],
  [503, "away"],
  [403, "refused"],
  [413, "refused"],
  [500, "broken"],
  [undefined, "broken"],
] as const)("status %s is shown as %s", (status, kind) => {
  expect(errorKind(status)).toBe(kind);
});

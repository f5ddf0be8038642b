import { expect, test } from "vitest";
import { clearingOf } from "./clearing";

test("an unavailable sum has a reason, also if its date is unknown", () => {
  expect(clearingOf({ clearingCents: 8957, nextClearsAt: "2026-12-01T00:00:00Z" })).toEqual({
    from: "2026-12-01T00:00:00Z",
  });
  expect(clearingOf({ clearingCents: 8957, nextClearsAt: null })).toEqual({ from: null });
  expect(clearingOf({ clearingCents: 0, nextClearsAt: null })).toBeNull();
});

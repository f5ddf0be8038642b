import { expect, test } from "vitest";
import { heldOf } from "./clearing";

test("what is not available has a reason, also while no day can be told", () => {
  expect(heldOf({ clearingCents: 8957, nextClearsAt: "2026-12-01T00:00:00Z" })).toEqual({
    from: "2026-12-01T00:00:00Z",
  });
  expect(heldOf({ clearingCents: 8957, nextClearsAt: null })).toEqual({ from: null });
  expect(heldOf({ clearingCents: 0, nextClearsAt: null })).toBeNull();
});

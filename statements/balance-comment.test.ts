import { expect, test } from "vitest";
import { kindOfComment } from "./balance-comment";

test.each(["Non-MT4 Activity", "Balance update"])("%s of OANDA is a result booked separately", (comment) => {
  expect(kindOfComment(comment, -1_830_000_000n)).toBe("interest");
  expect(kindOfComment(comment, 1_830_000_000n)).toBe("interest");
});

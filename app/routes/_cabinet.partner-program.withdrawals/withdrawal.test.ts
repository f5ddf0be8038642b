import { expect, test } from "vitest";
import { lackOf } from "./withdrawal";

test.each([
  [0, 2000, "nothing"],
  [-300, 2000, "nothing"],
  [1, 2000, "tooLittle"],
  [1999, 2000, "tooLittle"],
  [2000, 2000, null],
  [0, 0, "nothing"],
  [1, 0, null],
] as const)(
  "with %i cents available and a minimum of %i the reason against a withdrawal is: %s",
  (availableCents, minCents, lack) => {
    expect(lackOf({ availableCents, minCents })).toBe(lack);
  },
);

import { expect, it } from "vitest";
import { stepOf } from "./totp";

/** RFC 6238, appendix B, SHA-1: the last six of the eight digits; the secret is "12345678901234567890". */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const published: [seconds: number, code: string][] = [
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
];

it.each(published)("at %i s the code is %s", (seconds, code) => {
  expect(stepOf(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

it("accepts codes of a clock half a minute early or late, and no other", () => {
  const at = (seconds: number) => stepOf(secret, "005924", new Date(seconds * 1000));
  const step = Math.floor(1234567890 / 30);
  expect([at(1234567890 - 60), at(1234567890 - 30), at(1234567890 + 30), at(1234567890 + 60)]).toEqual([
    null,
    step,
    step,
    null,
  ]);
});

import { expect, test } from "vitest";
import { ticketTextMaxLength } from "./rules";
import { replyInput } from "./support/index";
import { textLength } from "./text-length";

const errorsOf = (text: string) => replyInput.safeParse({ text }).error?.issues.map(({ message }) => message);

test("the length of a text is the number of characters that a person sees", () => {
  expect(["abc", "😀😀", "a\r\nb", "a\nb", "  a ", "ёж"].map(textLength)).toEqual([3, 2, 3, 3, 1, 2]);
});

test("a ticket's text is rejected beyond its limit and not before it, by the count that its form shows", () => {
  for (const sign of ["a", "я", "😀"]) {
    const whole = sign.repeat(ticketTextMaxLength);
    expect(textLength(whole)).toBe(ticketTextMaxLength);
    expect(errorsOf(whole), sign).toBeUndefined();
    expect(errorsOf(`${whole}${sign}`), sign).toEqual(["textTooLong"]);
  }
});

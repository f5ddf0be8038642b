import { expect, test } from "vitest";
import { previewOf } from "./render";

test("the preview text of an email consists of whole sentences", () => {
  const first =
    "You have signed up. Press the button and confirm on the page that opens: after that you can log in.";
  expect(
    previewOf(`${first}\n\nThe link works for 3 days. If you did not sign up, ignore this e-mail.`),
  ).toBe(`${first} The link works for 3 days.`);
  expect(previewOf("Your server is ready.\n\nLog in.")).toBe("Your server is ready. Log in.");
});

test("a sentence that is too long for the preview ends after a whole word", () => {
  const shown = previewOf("somewhat longer ".repeat(20));
  expect(shown).toMatch(/ (somewhat|longer)…$/);
  expect(shown.length).toBeLessThanOrEqual(141);
});

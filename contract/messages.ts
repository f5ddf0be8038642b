import * as z from "zod/mini";

/**
 * The schema library has words of its own for what a schema says nothing about; no reader ever sees them: each issue without a
 * message gets a key of `locales/*\/errors.json`. Whoever parses imports this file, by `call.ts`, `fields.ts` or itself.
 */
z.config({
  customError: ({ code, input, origin }) => {
    if (code === "too_big" && (origin === "string" || origin === "file")) return "tooLong";
    return input === undefined || input === null || input === "" ? "valueMissing" : "valueInvalid";
  },
});

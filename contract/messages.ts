import * as z from "zod/mini";

/**
 * Replaces the default messages of zod, so that users never see them: each issue without a message gets a key of
 * `locales/*\/errors.json`. Every file that parses has to import this one, by `endpoint.ts`, `fields.ts` or directly.
 */
z.config({
  customError: ({ code, input, origin }) => {
    if (code === "too_big" && (origin === "string" || origin === "file")) return "tooLong";
    return input === undefined || input === null || input === "" ? "valueMissing" : "valueInvalid";
  },
});

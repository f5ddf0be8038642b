import * as z from "zod/mini";
import "./messages";

type Limits = { min?: number; max?: number };

/**
 * A number from a form, a query or a program, read only where it is written as `pattern` says: a number that JavaScript would make of
 * it (`1e1`, `0x5`, `+3`) is not what was typed. Not a schema of numbers or strings: conform makes numbers of those by itself.
 */
const written = (pattern: RegExp, isRight: (value: number) => boolean, message?: string) =>
  z.pipe(
    z.custom<number | string>(),
    z.transform((typed: number | string, context): number => {
      const value =
        typeof typed !== "string" ? typed : pattern.test(typed.trim()) ? Number(typed) : Number.NaN;
      if (typeof value === "number" && isRight(value)) return value;
      context.issues.push({ code: "custom", ...(message && { message }), input: typed });
      return z.NEVER;
    }),
  );

/** A whole number within limits, in plain digits. */
export const whole = ({ min = 0, max = Number.MAX_SAFE_INTEGER }: Limits, message?: string) =>
  written(/^\d{1,16}$/, (value) => Number.isSafeInteger(value) && value >= min && value <= max, message);

/** A share of one, 0 to 1, as a program writes it. */
export const share = (message?: string) =>
  written(/^\d(\.\d+)?(e-\d+)?$/, (value) => value >= 0 && value <= 1, message);

import * as z from "zod/mini";
import "./messages";

type Limits = { min?: number; max?: number };

/** What documents say of it (JSON Schema); it takes no part in reading. */
type Described = { type: "integer" | "number"; minimum: number; maximum: number };

/**
 * A number from a form, a query or a program, read only where it is written as `pattern` says: a number that JavaScript would make of
 * it (`1e1`, `0x5`, `+3`) is not what was typed. Not a schema of numbers or strings: conform makes numbers of those by itself.
 */
const written = (pattern: RegExp, described: Described, message?: string) => {
  const { type, minimum, maximum } = described;
  const isRight = (value: number) =>
    value >= minimum && value <= maximum && (type === "number" || Number.isSafeInteger(value));
  return z.pipe(
    z.custom<number | string>().register(z.globalRegistry, described),
    z.transform((typed: number | string, context): number => {
      const value =
        typeof typed !== "string" ? typed : pattern.test(typed.trim()) ? Number(typed) : Number.NaN;
      if (typeof value === "number" && isRight(value)) return value;
      context.issues.push({ code: "custom", ...(message && { message }), input: typed });
      return z.NEVER;
    }),
  );
};

/** A whole number within limits, in plain digits. */
export const integer = ({ min = 0, max = Number.MAX_SAFE_INTEGER }: Limits, message?: string) =>
  written(/^\d{1,16}$/, { type: "integer", minimum: min, maximum: max }, message);

/** A share of one, 0 to 1, as a program writes it. */
export const fraction = (message?: string) =>
  written(/^\d(\.\d+)?(e-\d+)?$/, { type: "number", minimum: 0, maximum: 1 }, message);

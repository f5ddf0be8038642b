import * as z from "zod/mini";
import "./messages";

type Limits = { min?: number; max?: number };

/** The JSON Schema for documentation; it has no effect on parsing. */
type Described = { type: "integer" | "number"; minimum: number; maximum: number };

/**
 * A number from a form, a query or a program, accepted only in the notation of `pattern`: other notations that
 * JavaScript would convert (`1e1`, `0x5`, `+3`) are rejected. This is not a schema of numbers or strings, because
 * conform coerces those automatically.
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

/** An integer within limits, in plain digits. */
export const integer = ({ min = 0, max = Number.MAX_SAFE_INTEGER }: Limits, message?: string) =>
  written(/^\d{1,16}$/, { type: "integer", minimum: min, maximum: max }, message);

/** A fraction from 0 to 1, in a program's notation. */
export const fraction = (message?: string) =>
  written(/^\d(\.\d+)?(e-\d+)?$/, { type: "number", minimum: 0, maximum: 1 }, message);

/** What an amount field may hold, in cents: from a cent to ten million dollars. */
export const amountMinCents = 1;
export const amountMaxCents = 1_000_000_000;

/** Why an amount cannot be read; keys of `locales/<language>/errors.json`. */
export type AmountMessage =
  | "specifyAmount"
  | "amountInvalid"
  | "amountTooPrecise"
  | "amountNotPositive"
  | "amountTooLarge";

export type ReadAmount = { cents: number; message?: never } | { cents?: never; message: AmountMessage };

// only ASCII digits: what looks like a number in another script, or like a power of ten, is asked for again
const written = /^(-\$?|\$-|\$|)(\d+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:[.,](\d+))?\$?$/;

/**
 * Reads a sum of dollars as a person types it, into cents: `12.50`, `12,5`, `1 200`, `$5`, `5 $`.
 * The one reader of amounts, for the browser, the cabinet, the API and the operator's commands.
 *
 * Never guesses: groups of thousands are parted by spaces only, so `1,234` is three decimals and refused, not 1234 or 1.23.
 */
export function readAmount(text: string): ReadAmount {
  const trimmed = text
    .trim()
    .replace(/^(-?)\$\s+/, "$1$")
    .replace(/\s+\$$/, "$");
  if (trimmed === "" || trimmed === "$") return { message: "specifyAmount" };
  const found = written.exec(trimmed);
  if (!found) return { message: "amountInvalid" };
  const [, sign = "", grouped = "", fraction = ""] = found;
  const isNegative = sign.includes("-");
  if (trimmed.startsWith("$") && trimmed.endsWith("$")) return { message: "amountInvalid" };
  if (fraction.length > 2) return { message: "amountTooPrecise" };
  const whole = grouped.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  // by length first: a longer number would lose its last digits
  if (whole.length > 10) return { message: isNegative ? "amountNotPositive" : "amountTooLarge" };
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  if (isNegative || cents < amountMinCents) return { message: "amountNotPositive" };
  return cents > amountMaxCents ? { message: "amountTooLarge" } : { cents };
}

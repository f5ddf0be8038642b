/** Range of an amount field in cents: from one cent to ten million dollars. */
export const amountMinCents = 1;
export const amountMaxCents = 1_000_000_000;

/** Why an amount is invalid; keys of `locales/<language>/errors.json`. */
export type AmountMessage =
  | "specifyAmount"
  | "amountInvalid"
  | "amountTooPrecise"
  | "amountNotPositive"
  | "amountTooLarge";

export type ReadAmount = { cents: number; message?: never } | { cents?: never; message: AmountMessage };

// only ASCII digits: digits of other scripts and exponents are rejected
const written = /^(-\$?|\$-|\$|)(\d+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:[.,](\d+))?\$?$/;

/**
 * Parses an amount in dollars, as typed by a person, into cents: `12.50`, `12,5`, `1 200`, `$5`, `5 $`. The only
 * parser of amounts, used by the browser, the cabinet, the API and the operator's commands.
 *
 * It never guesses: only spaces group thousands, so `1,234` has three decimals and is rejected, not read as 1234 or
 * 1.23.
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
  // checks the length first, because a longer number would lose its last digits
  if (whole.length > 10) return { message: isNegative ? "amountNotPositive" : "amountTooLarge" };
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  if (isNegative || cents < amountMinCents) return { message: "amountNotPositive" };
  return cents > amountMaxCents ? { message: "amountTooLarge" } : { cents };
}

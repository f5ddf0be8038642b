/**
 * Exact decimal numbers as a whole number of hundred-millionths: `12.34` is `1_234_000_000n`. Eight decimals suffice
 * for every deposit currency (cents, yen, satoshi), commission split and lot.
 */
export type Decimal = bigint;

export const decimalPlaces = 8;
export const one: Decimal = 100_000_000n;

const form = /^([+\-−]?)(\d{0,18})(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Parses a plain decimal (`-17.08`, `.5`, `1e-7`) from text or a JSON number. Digits after the eighth are rounded
 * half away from zero, which also removes the noise of a terminal's binary doubles (`97.80000000000001` is 97.8).
 *
 * @returns null for anything else: empty text, `nan`, `inf`, grouping spaces, 19 digits before the point.
 */
export function parseDecimal(value: string | number): Decimal | null {
  const match = form.exec(typeof value === "number" ? String(value) : value.trim());
  if (!match) return null;
  const [, sign, integer = "", fraction = "", exponent = "0"] = match;
  if (integer + fraction === "") return null;
  const shift = decimalPlaces + Number(exponent) - fraction.length;
  if (shift > 40) return null;
  const digits = BigInt(integer + fraction);
  const size = shift >= 0 ? digits * 10n ** BigInt(shift) : divideRounded(digits, 10n ** BigInt(-shift));
  if (size >= 10n ** 26n) return null;
  return sign === "-" || sign === "−" ? -size : size;
}

/** Integer division rounded half away from zero. `divisor` is positive. */
export function divideRounded(value: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return value >= 0n ? (value + half) / divisor : -((-value + half) / divisor);
}

/**
 * Formats with exactly `places` decimals (0 to 8), rounded half away from zero: `formatDecimal(4_257_000_000n…)`.
 * Never returns `-0.00`.
 */
export function formatDecimal(value: Decimal, places = 2): string {
  const rounded = divideRounded(value, 10n ** BigInt(decimalPlaces - places));
  const digits = String(rounded < 0n ? -rounded : rounded).padStart(places + 1, "0");
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return rounded < 0n ? `-${text}` : text;
}

/** Formats all significant digits, with at least `places` decimals: `0.07` for a lot, `1.12345` for a price. */
export function formatExact(value: Decimal, places = 0): string {
  const [whole = "0", fraction = ""] = formatDecimal(value, decimalPlaces).split(".");
  const digits = fraction.replace(/0+$/, "").padEnd(places, "0");
  return digits === "" ? whole : `${whole}.${digits}`;
}

/** Returns the nearest binary double, only for ratios and charts; money stays `Decimal`. */
export function toNumber(value: Decimal): number {
  return Number(value) / 1e8;
}

/** Returns `a / b` as a binary double, correct to the last digit for operands of any size. `b` is not zero. */
export function ratio(a: bigint, b: bigint): number {
  return Number(a) / Number(b);
}

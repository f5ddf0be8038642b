/** Returns hundredths as the decimal string that payment systems use: 2050 is `20.50`. */
export const decimalOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** Returns a decimal string in hundredths, rounded down, so that nothing is counted that has not been paid. */
export function centsOf(decimal: string): number {
  const [, whole, part = ""] = /^(\d{1,12})(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new Error("A payment system wrote a sum that is none");
  return Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, "0"));
}

/** A country's tax rate; `*` applies to countries without a rate, `+id` to clients with a tax id. */
export type TaxRule = { country: string; isWithTaxId: boolean; percent: number };

/** Parses `LV=21 EE=22 EE+id=0 *=0`; returns null if it is invalid. */
export function readTaxRules(value: string): TaxRule[] | null {
  const rules = value
    .trim()
    .split(/[\s,]+/)
    .map((rule) => /^([A-Z]{2}|\*)(\+id)?=(\d{1,2}(?:\.\d{1,2})?)$/.exec(rule));
  if (rules.some((rule) => rule === null)) return null;
  return rules.map((rule) => ({
    country: rule?.[1] ?? "",
    isWithTaxId: rule?.[2] !== undefined,
    percent: Number(rule?.[3]),
  }));
}

type Buyer = { country: string | null; taxId: string | null };

/** Returns the rule for a client: of the country with a tax id, of the country, or of all. Null if there is none. */
export function taxRuleFor(rules: readonly TaxRule[], { country, taxId }: Buyer): TaxRule | null {
  const find = (of: string, isWithTaxId: boolean) =>
    rules.find((rule) => rule.country === of && rule.isWithTaxId === isWithTaxId);
  const own =
    country === null ? undefined : ((taxId ? find(country, true) : undefined) ?? find(country, false));
  return own ?? (taxId ? find("*", true) : undefined) ?? find("*", false) ?? null;
}

/** Returns the tax included in a sum, in cents, rounded to the nearest: prices are what clients pay. */
export function taxWithin(totalCents: number, percent: number): number {
  const hundredths = Math.round(percent * 100);
  return Math.round((totalCents * hundredths) / (10_000 + hundredths));
}

import { numberFormat } from "#contract/formats";

/** Coins that accounts are kept in are split further than Intl knows of. */
const coins: Record<string, number> = { BTC: 8, XBT: 8, ETH: 8, LTC: 8 };
const known = new Map<string, number>();

/** How many decimals money of an account's currency has: 2 for dollars and for what is no ISO code (cent accounts), 0 for yen. */
export function placesOf(currency: string | null | undefined): number {
  if (!currency) return 2;
  const found = known.get(currency) ?? coins[currency] ?? isoPlaces(currency);
  known.set(currency, found);
  return found;
}

function isoPlaces(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  return numberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Coins used as account currencies, and their decimals. */
const coins: Record<string, number> = { BTC: 8, XBT: 8, ETH: 8, LTC: 8 };

/** ISO 4217: currencies without a minor unit, and those with a unit of a thousandth. All others have hundredths. */
const wholeUnits = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ");
const thousandths = "BHD IQD JOD KWD LYD OMR TND".split(" ");

/** A thousandth or a millionth of a coin: `mBTC`, `uBTC`, `μBTC`. */
const partOfCoin = /^([mu\u00b5\u03bc])([A-Z]{3})$/;

/**
 * Returns the number of decimals of an account's currency: 2 for dollars and for currencies without an ISO code (cent
 * accounts), 0 for yen.
 */
export function placesOf(currency: string | null | undefined): number {
  if (!currency) return 2;
  const [, part, coin = ""] = partOfCoin.exec(currency) ?? [];
  const whole = coins[part ? coin : currency];
  if (whole !== undefined) return part ? whole - (part === "m" ? 3 : 6) : whole;
  if (wholeUnits.includes(currency)) return 0;
  return thousandths.includes(currency) ? 3 : 2;
}

/**
 * Normalizes a currency as written by a program to capitals, except parts of coins, which are different units: `usd`
 * → `USD`, `mBTC`.
 */
export function readCurrency(text: string): string {
  const [, , coin = ""] = partOfCoin.exec(text) ?? [];
  return coin in coins ? text : text.toUpperCase();
}

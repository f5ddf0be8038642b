/** Vocabulary of online monitoring for pages and API; needs no schema. */

/** State of a terminal's connection. */
export const connectionStates = ["waiting", "connected", "silent", "paused"] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** Who can see an account's page. */
export const visibilities = ["private", "link", "public"] as const;
export type Visibility = (typeof visibilities)[number];

/** Format of money: `$12.50` or `USD 12.50`. */
export const currencyDisplays = ["symbol", "code"] as const;
export type CurrencyDisplay = (typeof currencyDisplays)[number];

/** Sizes of the badges for other sites, in pixels: light, dark, and a single row. */
export const badgeSizes = {
  light: { width: 280, height: 76 },
  dark: { width: 280, height: 76 },
  small: { width: 196, height: 28 },
} as const;
export type BadgeLook = keyof typeof badgeSizes;
export const badgeLooks = Object.keys(badgeSizes) as [BadgeLook, ...BadgeLook[]];

export const tradeSorts = ["closed", "opened", "symbol", "volume", "result"] as const;
export type TradeSort = (typeof tradeSorts)[number];

/** Sort orders of the list of public accounts, each with the best first, and its account filter. */
export const publicSorts = ["growth", "drawdown", "age", "factor"] as const;
export type PublicSort = (typeof publicSorts)[number];
export const publicModes = ["any", "real", "demo"] as const;

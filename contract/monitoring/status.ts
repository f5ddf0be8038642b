/** Words of online monitoring that screens and API read; no schema is needed for them. */

/** How a terminal's connection stands. */
export const connectionStates = ["waiting", "connected", "silent", "paused"] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** Who sees an account's page. */
export const visibilities = ["private", "link", "public"] as const;
export type Visibility = (typeof visibilities)[number];

/** How money is written: `$12.50` or `USD 12.50`. */
export const currencyDisplays = ["symbol", "code"] as const;
export type CurrencyDisplay = (typeof currencyDisplays)[number];

/** The badge for other sites, in pixels. */
export const badgeSize = { width: 240, height: 88 } as const;

export const tradeSorts = ["closed", "opened", "symbol", "volume", "result"] as const;
export type TradeSort = (typeof tradeSorts)[number];

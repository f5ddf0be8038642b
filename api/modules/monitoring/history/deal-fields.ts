/** What makes a deal another one. */
export const dealFacts = [
  "type",
  "entry",
  "position",
  "symbol",
  "volume",
  "price",
  "commission",
  "fee",
  "swap",
  "profit",
  "shownAt",
] as const;

/** All that a terminal says of a deal besides its ticket, by the names of our columns. */
export const dealFields = [...dealFacts, "magic", "comment", "at"] as const;

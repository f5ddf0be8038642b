/** Fields whose change makes a deal a different version. */
export const versionedDealFields = [
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

/** Everything a terminal sends about a deal besides its ticket, by our column names. */
export const dealFields = [...versionedDealFields, "magic", "comment", "at"] as const;

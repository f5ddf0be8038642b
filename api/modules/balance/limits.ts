/** The minimum and the maximum of one transfer, in cents. */
export const transferLimitCents = { min: 100, max: 1_000_000 } as const;

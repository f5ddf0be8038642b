/** Sums that are often paid, as amounts are typed. */
export const commonSums = ["25.00", "50.00", "100.00", "200.00"] as const;

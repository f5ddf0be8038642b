/** Preset amounts, in the format of the amount field. */
export const commonSums = ["25.00", "50.00", "100.00", "200.00"] as const;

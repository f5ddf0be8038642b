/** A day as `YYYY-MM-DD`, empty for none; or invalid input with its error message. */
export type TypedDay = { day: string; message?: string };
export type TypedDays = { from: TypedDay; to: TypedDay };

/** Returns whether a day is invalid, so that the collapsible around the fields stays open. */
export const isAnyWrong = ({ from, to }: TypedDays): boolean => Boolean(from.message || to.message);

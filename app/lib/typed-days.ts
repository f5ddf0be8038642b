/** A day as `YYYY-MM-DD`, empty for none; or what was typed instead of one, and the message that says so. */
export type TypedDay = { day: string; message?: string };
export type TypedDays = { from: TypedDay; to: TypedDay };

/** Whether a day is none, so that what folds its field away stays open. */
export const isAnyWrong = ({ from, to }: TypedDays): boolean => Boolean(from.message || to.message);

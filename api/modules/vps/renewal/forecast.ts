import { addMonths, periodDay } from "#api/lib/calendar";

/** Something that is paid for in periods, with its next payment. */
export type Due = {
  at: Date;
  months: number;
  amountCents: number;
  isAutomatic: boolean;
  /** The day of the month that its periods end on, where they did before (`periodDay`). */
  paidDay: number | null;
};

export type Forecast<D extends Due> = {
  /**
   * Every payment in its order with what it leaves, up to the first that the balance is too small for: of so much it is short.
   * After that the next one of each that has had none, which leaves nothing that could be told.
   */
  payments: (D & { leavesCents: number | null })[];
  /** The first that the balance is too small for. */
  shortage: (D & { missingCents: number }) | null;
};

export const bySoonest = (one: Due, other: Due) => one.at.getTime() - other.at.getTime();

/** Pays what comes from a balance, period after period until a moment; what is not automatic takes nothing. */
export function forecast<D extends Due>(balanceCents: number, dues: readonly D[], until: Date): Forecast<D> {
  const periods = dues.flatMap((due) => periodsOf(due, until));
  const payments: Forecast<D>["payments"] = [];
  let shortage: Forecast<D>["shortage"] = null;
  let leavesCents = balanceCents;
  for (const { due, isFirst } of periods.sort((one, other) => bySoonest(one.due, other.due))) {
    const isAfter = shortage !== null;
    if (due.isAutomatic) leavesCents -= due.amountCents;
    if (due.isAutomatic && leavesCents < 0) shortage ??= { ...due, missingCents: -leavesCents };
    if (!isAfter || isFirst) payments.push({ ...due, leavesCents: isAfter ? null : leavesCents });
  }
  return { payments, shortage };
}

/** The next period of something, and those that follow it by themselves. */
function periodsOf<D extends Due>(due: D, until: Date): { due: D; isFirst: boolean }[] {
  const periods = [{ due, isFirst: true }];
  if (!due.isAutomatic) return periods;
  // each from the one before, as renewals are: the 31st comes back after a shorter month
  const day = periodDay(due.at, due.paidDay);
  let at = addMonths(due.at, due.months, day);
  while (at < until) {
    periods.push({ due: { ...due, at }, isFirst: false });
    at = addMonths(at, due.months, day);
  }
  return periods;
}

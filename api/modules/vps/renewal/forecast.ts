import { addMonths, periodDay } from "#api/lib/calendar";
import { automaticPaymentFrom } from "#contract/automatic-payment";
import type { NextPrice } from "#contract/vps/index";
import { priceOn } from "#contract/vps/price-on";

/** Something paid for in periods, with its next payment. */
export type Due = {
  at: Date;
  months: number;
  amountCents: number;
  /** An announced price, which applies from the start of its day (UTC). */
  next?: NextPrice | null;
  isAutomatic: boolean;
  /** The day of the month on which its periods end (`periodDay`), if already known. */
  paidDay: number | null;
};

export type Forecast<D extends Due> = {
  /**
   * All payments in order with the balance after each, up to the first one that the balance does not cover (a
   * negative balance is the missing sum). After it, only the next payment of each item without one so far, with null.
   */
  payments: (D & { leavesCents: number | null })[];
  /** The first payment that the balance does not cover. */
  shortage: (D & { missingCents: number }) | null;
};

export const bySoonest = (one: Due, other: Due) => one.at.getTime() - other.at.getTime();

/**
 * Deducts coming payments from a balance, period after period until a moment; payments that are not automatic deduct
 * nothing.
 */
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

/** Returns the next period of an item, and those that follow automatically. */
function periodsOf<D extends Due>(due: D, until: Date): { due: D; isFirst: boolean }[] {
  if (!due.isAutomatic) return [{ due, isFirst: true }];
  const periods = [{ due: priced(due), isFirst: true }];
  // each from the one before, like renewals: a period that ends on the 31st does so again after a shorter month
  const day = periodDay(due.at, due.paidDay);
  let at = addMonths(due.at, due.months, day);
  while (at < until) {
    periods.push({ due: priced({ ...due, at }), isFirst: false });
    at = addMonths(at, due.months, day);
  }
  return periods;
}

/** Returns a payment with its price on the day when it is first tried. */
const priced = <D extends Due>(due: D): D => ({
  ...due,
  amountCents: priceOn(
    { priceCents: due.amountCents, next: due.next ?? undefined },
    automaticPaymentFrom(due.at),
  ),
});

import type { ReactNode } from "react";
import { daysUntil } from "#app/lib/attention";
import { dayMilliseconds } from "#contract/day";

type PaidMeterProps = {
  paidUntil: string;
  /** The period that was paid for last. */
  months: number;
  /** Epoch milliseconds of the answer, so that server and browser draw the same. */
  now: number;
  label: (daysLeft: number) => string;
  /** The day. */
  children?: ReactNode;
};

/** So few days are marked: a letter goes out as well. */
const fewDays = 3;

/** Paid time that is left, against the period that was paid for: the day, the days left and a bar. */
export function PaidMeter({ paidUntil, months, now, label, children }: PaidMeterProps) {
  const from = new Date(paidUntil);
  from.setUTCMonth(from.getUTCMonth() - months);
  const left = daysUntil(paidUntil, now);
  const days = Math.max(left, Math.round((Date.parse(paidUntil) - from.getTime()) / dayMilliseconds));
  return (
    <div className="paid" data-low={left <= fewDays || undefined}>
      {children} <span className="small muted">{label(left)}</span>
      <meter min={0} max={days} low={fewDays + 0.5} optimum={days} value={left} aria-label={label(left)} />
    </div>
  );
}

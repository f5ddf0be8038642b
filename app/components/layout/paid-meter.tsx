import type { ReactNode } from "react";
import { daysUntil } from "#app/lib/attention";
import { dayMilliseconds } from "#contract/day";

type PaidMeterProps = {
  paidUntil: string;
  /** The period of the last payment, in months. */
  months: number;
  /** The time of the response in epoch milliseconds, so that server and browser render the same. */
  now: number;
  label: (daysLeft: number) => string;
  /** The date, formatted. */
  children?: ReactNode;
};

/** At this many days or fewer the meter is highlighted; an email is sent then as well. */
const fewDays = 3;

/** Paid time that is left, compared with the last paid period: the date, the days left and a bar. */
export function PaidMeter({ paidUntil, months, now, label, children }: PaidMeterProps) {
  const from = new Date(paidUntil);
  from.setUTCMonth(from.getUTCMonth() - months);
  const daysLeft = daysUntil(paidUntil, now);
  const days = Math.max(daysLeft, Math.round((Date.parse(paidUntil) - from.getTime()) / dayMilliseconds));
  return (
    <div className="paid" data-low={daysLeft <= fewDays || undefined}>
      {children} <span className="small muted">{label(daysLeft)}</span>
      <meter
        min={0}
        max={days}
        low={fewDays + 0.5}
        optimum={days}
        value={daysLeft}
        aria-label={label(daysLeft)}
      />
    </div>
  );
}

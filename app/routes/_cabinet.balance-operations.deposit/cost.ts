import { readAmount } from "#contract/amount";
import type { DepositMethod } from "#contract/payments/index";
import { costOf } from "#contract/payments/index";

/** What a deposit costs: the sum in cents, fee and total in hundredths of the method's currency. */
export type Cost = { sumCents: number; feeCents: number; totalCents: number; currency: string };

/** What is to be paid for an amount as it is typed, by each of the methods; null while it is none. */
export function readCosts(methods: readonly DepositMethod[], amount: string): Cost[] | null {
  const { cents } = readAmount(amount);
  if (!cents) return null;
  return methods.map((method) => {
    const totalCents = costOf(method, cents);
    const feeCents = totalCents - costOf({ ...method, feePercent: 0, feeFixedCents: 0 }, cents);
    return { sumCents: cents, feeCents, totalCents, currency: method.currency };
  });
}

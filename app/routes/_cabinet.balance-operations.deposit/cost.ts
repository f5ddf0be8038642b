import { readAmount } from "#contract/amount";
import type { DepositMethod } from "#contract/payments/index";
import { costOf } from "#contract/payments/index";

/** The cost of a deposit: the sum in cents, fee and total in hundredths of the method's currency. */
export type Cost = { sumCents: number; feeCents: number; totalCents: number; currency: string };

/** Returns the cost of a typed amount for each method, or null if the amount is invalid. */
export function readCosts(methods: readonly DepositMethod[], amount: string): Cost[] | null {
  const { cents } = readAmount(amount);
  if (!cents) return null;
  return methods.map((method) => {
    const totalCents = costOf(method, cents);
    const feeCents = totalCents - costOf({ ...method, feePercent: 0, feeFixedCents: 0 }, cents);
    return { sumCents: cents, feeCents, totalCents, currency: method.currency };
  });
}

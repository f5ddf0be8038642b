import type { Database } from "#api/db/connect";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import type { Period } from "#api/modules/monitoring/history/period";
import { balanceBefore } from "#api/modules/monitoring/history/period";
import { placesOf } from "#contract/monitoring/currency";
import type { Opening } from "#contract/monitoring/index";
import type { Decimal } from "#statements/decimal";
import { formatDecimal } from "#statements/decimal";
import { spanOf } from "./span";

export type FoundOpening = { at: Date; balance: Decimal };

/**
 * Returns the opening balance of a period and its time; null if the period begins with a zero balance, as an account
 * does whose first row is a deposit.
 */
export async function openingOf(
  db: Database,
  account: Pick<Account, "id" | "opening">,
  { from }: Period,
): Promise<FoundOpening | null> {
  const before = from === null ? null : await balanceBefore(db, account.id, from);
  const balance = before ?? account.opening;
  if (balance === 0n) return null;
  if (before !== null && from !== null) return { at: new Date(from), balance };
  const span = await spanOf(db, account.id);
  return span && { at: new Date(span.first), balance };
}

/** Returns the opening in the form of the response, without its amount if money is hidden. */
export const openingSent = (
  opening: FoundOpening | null,
  { currency }: Pick<Account, "currency">,
  money: boolean,
): Opening | null =>
  opening && {
    at: opening.at.toISOString(),
    ...(money && { balance: formatDecimal(opening.balance, placesOf(currency)) }),
  };

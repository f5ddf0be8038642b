import { dayMilliseconds } from "#contract/day";
import type { Attention, DueServer } from "#contract/vps/index";

/** The end of a server without auto-renewal is announced this many days before. */
const endingDays = 3;
/** An insufficient balance for a renewal is announced this many days before. */
const shortageDays = 7;

/** The one task that a page shows as urgent. */
export type Urgent =
  | { kind: "blocked"; server: DueServer; revokedOn: string; missingCents: number }
  | { kind: "ending"; server: DueServer; daysLeft: number; missingCents: number }
  | { kind: "shortage"; server: DueServer; renewsAt: string; missingCents: number }
  | { kind: "silent"; monitoringId: string; name: string; heardAt: string }
  | { kind: "answer"; ticketId: string; title: string }
  | { kind: "wallet"; method: string; wallet: string };

/** Returns the days left; a partial day counts as one. */
export const daysUntil = (iso: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(iso) - now) / dayMilliseconds));

/**
 * Returns the most urgent task, or null if there is none. Order: what is lost soonest and for good, then what stops,
 * then what lacks money, then what merely waits (look, "Attention strip").
 *
 * @param now epoch milliseconds
 */
export function mostUrgent(
  attention: Omit<Attention, "freeAccounts" | "maintenance">,
  now: number,
): Urgent | null {
  const { blocked, ending, renewing, silent, answer, wallet, balanceCents } = attention;
  const missing = ({ priceCents }: DueServer) => Math.max(0, priceCents - balanceCents);
  if (blocked)
    return { kind: "blocked", server: blocked, revokedOn: blocked.revokedOn, missingCents: missing(blocked) };
  const daysLeft = ending ? daysUntil(ending.paidUntil, now) : Number.POSITIVE_INFINITY;
  if (ending && daysLeft <= endingDays)
    return { kind: "ending", server: ending, daysLeft, missingCents: missing(ending) };
  if (renewing && missing(renewing) > 0 && daysUntil(renewing.renewsAt, now) <= shortageDays)
    return {
      kind: "shortage",
      server: renewing,
      renewsAt: renewing.renewsAt,
      missingCents: missing(renewing),
    };
  if (silent) return { kind: "silent", ...silent };
  if (answer) return { kind: "answer", ...answer };
  if (wallet) return { kind: "wallet", ...wallet };
  return null;
}

/** The next event: an automatic renewal, or the end of a server without auto-renewal. */
export type Coming =
  | { kind: "payment"; at: string; priceCents: number }
  | { kind: "end"; at: string; name: string };

/**
 * Returns the sooner of the two, or null if nothing renews and nothing ends. Only an amount that will be charged is a
 * `payment`.
 */
export function comingNext({ ending, renewing }: Pick<Attention, "ending" | "renewing">): Coming | null {
  const endsFirst = ending && renewing && Date.parse(ending.paidUntil) < Date.parse(renewing.renewsAt);
  if (renewing && !endsFirst)
    return { kind: "payment", at: renewing.renewsAt, priceCents: renewing.priceCents };
  return ending && { kind: "end", at: ending.paidUntil, name: ending.comment || ending.serverId };
}

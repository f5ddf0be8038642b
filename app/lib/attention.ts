import { dayMilliseconds } from "#contract/day";
import type { Attention, DueServer } from "#contract/vps/index";

/** An end without auto-renewal is said so many days before. */
const endingDays = 3;
/** That the balance will not do for a renewal, so many days before it. */
const shortageDays = 7;

/** The one thing that a page says needs doing. */
export type Urgent =
  | { kind: "blocked"; server: DueServer; revokedOn: string; missingCents: number }
  | { kind: "ending"; server: DueServer; daysLeft: number; missingCents: number }
  | { kind: "shortage"; server: DueServer; renewsAt: string; missingCents: number }
  | { kind: "silent"; monitoringId: string; name: string; heardAt: string }
  | { kind: "answer"; ticketId: string; title: string }
  | { kind: "wallet"; method: string; wallet: string };

/** Whole days left, a day that has begun counted as one. */
export const daysUntil = (iso: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(iso) - now) / dayMilliseconds));

/**
 * The most urgent of what needs doing; null where all is well. In order: what is lost soonest and for good, then what stops,
 * then what lacks money, then what merely waits (look, "Attention strip").
 *
 * @param now epoch milliseconds
 */
export function mostUrgent(facts: Attention, now: number): Urgent | null {
  const { blocked, ending, renewing, silent, answer, wallet, balanceCents } = facts;
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

/** What comes next: a renewal that is charged by itself, else the end of a server that nobody has asked to renew. */
export type Coming =
  | { kind: "payment"; at: string; priceCents: number }
  | { kind: "end"; at: string; name: string };

/**
 * Whichever comes sooner; null where nothing is renewed and nothing ends. Only what will be charged is called a payment.
 */
export function comingNext({ ending, renewing }: Attention): Coming | null {
  const endsFirst = ending && renewing && Date.parse(ending.paidUntil) < Date.parse(renewing.renewsAt);
  if (renewing && !endsFirst)
    return { kind: "payment", at: renewing.renewsAt, priceCents: renewing.priceCents };
  return ending && { kind: "end", at: ending.paidUntil, name: ending.comment || ending.serverId };
}

type Sums = { clearingCents: number; nextClearsAt?: string | null | undefined };

/**
 * Returns the day on which the uncleared part of the partner balance clears, or null if all of it is available.
 * `from` is null if the day is not known yet: those rewards clear once their payments can no longer be refunded
 * (docs/adr/0020).
 */
export function clearingOf({ clearingCents, nextClearsAt }: Sums): { from: string | null } | null {
  return clearingCents > 0 ? { from: nextClearsAt ?? null } : null;
}

type Sums = { clearingCents: number; nextClearsAt?: string | null | undefined };

/**
 * Why not all of the partner balance is available: rewards clear on a day, or, where none can be told yet, once their payments can't be
 * given back any more (docs/adr/0020). Null where all of it is.
 */
export function heldOf({ clearingCents, nextClearsAt }: Sums): { from: string | null } | null {
  return clearingCents > 0 ? { from: nextClearsAt ?? null } : null;
}

import { createHash } from "node:crypto";

/**
 * Tickets for sources that have none: made of what the row says, so that the same file imported twice names the same rows.
 * Rows that say exactly the same are numbered in their order.
 */
export function contentTickets(): (...facts: (string | number | bigint | null)[]) => string {
  const seen = new Map<string, number>();
  return (...facts) => {
    const text = facts.join("|");
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    const digest = createHash("sha256").update(`${text}|${times}`).digest("hex").slice(0, 16);
    return `f${digest}`;
  };
}

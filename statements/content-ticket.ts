import { createHash } from "node:crypto";

/**
 * Returns a function that makes tickets for sources without them. A ticket is derived from the row's content, so that
 * importing the same file twice gives the same tickets; identical rows are numbered in order.
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

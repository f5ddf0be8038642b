import { createHash } from "node:crypto";

/**
 * Returns a function that makes tickets for sources without them. A ticket is derived from the row's content, so that
 * importing the same file twice gives the same tickets; identical rows are numbered in order.
 */
export function contentTickets(): (...values: (string | number | bigint | null)[]) => string {
  const countByText = new Map<string, number>();
  return (...values) => {
    const text = values.join("|");
    const times = (countByText.get(text) ?? 0) + 1;
    countByText.set(text, times);
    const digest = createHash("sha256").update(`${text}|${times}`).digest("hex").slice(0, 16);
    return `f${digest}`;
  };
}

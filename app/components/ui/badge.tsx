import type { ReactNode } from "react";

export type Tone = "neutral" | "positive" | "negative" | "warning" | "info";

/** A status: its word and, by tone, its shape (disc, diamond, triangle, ring, square) and colour. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

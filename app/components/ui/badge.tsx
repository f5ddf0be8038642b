import type { ReactNode } from "react";

export type Tone = "neutral" | "positive" | "negative" | "warning" | "info" | "waiting";

/** A status: its label and, by tone, its shape (square, disc, cross, triangle, half disc, ring) and colour. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

import type { ReactNode } from "react";

/** A term that explains itself on a click, without script; only one is open at a time. Its parent is `position: relative`. */
export function Definition({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <details className="definition" name="definition">
      <summary>{term}</summary>
      <p>{children}</p>
    </details>
  );
}

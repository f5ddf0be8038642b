import type { ReactNode } from "react";

type DisclosureProps = { summary: ReactNode; open?: boolean; id?: string; children: ReactNode };

/** Collapsible content under a title, without script. */
export function Disclosure({ summary, open, id, children }: DisclosureProps) {
  return (
    <details className="disclosure" open={open} id={id}>
      <summary>{summary}</summary>
      <div>{children}</div>
    </details>
  );
}

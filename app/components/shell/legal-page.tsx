import type { ReactNode } from "react";

/** A long text: the offer, the policy. */
export function LegalPage({
  title,
  updated,
  children,
}: {
  title: ReactNode;
  updated: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className="prose">
      <h1>{title}</h1>
      <p className="muted small">{updated}</p>
      {children}
    </article>
  );
}

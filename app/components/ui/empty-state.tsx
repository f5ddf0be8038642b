import type { ReactNode } from "react";

/** The state of an empty list: says that it is empty and what to do next. */
export function EmptyState({
  title,
  action,
  children,
}: {
  title: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <strong>{title}</strong> {children && <p>{children}</p>}
      {action}
    </div>
  );
}

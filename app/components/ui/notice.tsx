import type { ReactNode } from "react";
import type { Tone } from "./badge";

type NoticeProps = { tone?: Tone; title?: ReactNode; role?: "alert" | "status"; children: ReactNode };

/** Words that stand out of the page: `role="alert"` for what went wrong just now, `status` for what went well. */
export function Notice({ tone = "info", title, role, children }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={role}>
      {title && <strong>{title}</strong>} {typeof children === "string" ? <p>{children}</p> : children}
    </div>
  );
}

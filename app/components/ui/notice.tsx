import type { ReactNode } from "react";
import type { Tone } from "./badge";

type NoticeProps = { tone?: Tone; title?: ReactNode; role?: "alert" | "status"; children: ReactNode };

/** A highlighted message: `role="alert"` for an error that just happened, `status` for a success. */
export function Notice({ tone = "info", title, role, children }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={role}>
      {title && <strong>{title}</strong>} {typeof children === "string" ? <p>{children}</p> : children}
    </div>
  );
}

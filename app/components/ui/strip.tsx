import type { ReactNode } from "react";
import type { Tone } from "./badge";

type StripProps = {
  tone?: Tone;
  /** The sentence's beginning, which says what it is about. */
  title: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  children?: ReactNode;
  /** It answers what was just done. */
  role?: "alert" | undefined;
};

/** What needs doing on this page, in a sentence with one button; a page has at most one, under its title. */
export function Strip({ tone = "warning", title, action, children, role }: StripProps) {
  return (
    <div className="strip" data-tone={tone} role={role}>
      <p>
        <span>
          <strong>{title}</strong> {children}
        </span>
      </p>
      {action}
    </div>
  );
}

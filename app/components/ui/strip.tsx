import type { ReactNode } from "react";
import type { Tone } from "./badge";

type StripProps = {
  tone?: Tone;
  /** The sentence's beginning, which says what it is about. */
  title: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  children?: ReactNode;
};

/** What needs doing on this page, in a sentence with one button; a page has at most one, under its title. */
export function Strip({ tone = "warning", title, action, children }: StripProps) {
  return (
    <div className="strip" data-tone={tone}>
      <p>
        <span>
          <strong>{title}</strong> {children}
        </span>
      </p>
      {action}
    </div>
  );
}

import type { ReactNode } from "react";
import type { Tone } from "./badge";

type BannerProps = {
  tone?: Tone;
  /** The beginning of the sentence, which names its subject. */
  title: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  children?: ReactNode;
  /** `alert` if the banner responds to the last action. */
  role?: "alert" | undefined;
};

/** A banner with one required action: a sentence and a button. At most one per page, under the title. */
export function Banner({ tone = "warning", title, action, children, role }: BannerProps) {
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

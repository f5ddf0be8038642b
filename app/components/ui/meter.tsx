import type { ReactNode } from "react";

type MeterProps = { label: string; value: number; max: number; children?: ReactNode };

/** How far something is, or how much of it is used. `children` says the same in words under the bar. */
export function Meter({ label, value, max, children }: MeterProps) {
  return (
    <div className="meter">
      <progress aria-label={label} value={value} max={max} />
      {children && <span>{children}</span>}
    </div>
  );
}

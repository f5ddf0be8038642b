import type { ReactNode } from "react";

type MeterProps = { label: string; value: number; max: number; children?: ReactNode };

/** A progress or usage bar. `children` states the same in words under the bar. */
export function Meter({ label, value, max, children }: MeterProps) {
  return (
    <div className="meter">
      <progress aria-label={label} value={value} max={max} />
      {children && <span>{children}</span>}
    </div>
  );
}

import type { ReactNode } from "react";

export type TimelineStep = {
  key: string;
  title: ReactNode;
  text?: ReactNode;
  state: "done" | "current" | "coming" | "failed";
};

/** Steps of a process: done, current and upcoming. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="timeline">
      {steps.map((step) => (
        <li
          key={step.key}
          className={step.state}
          aria-current={step.state === "current" ? "step" : undefined}
        >
          <strong>{step.title}</strong>
          {step.text && <div className="small muted">{step.text}</div>}
        </li>
      ))}
    </ol>
  );
}

import { useId } from "react";
import { ChartFrame } from "./chart-frame";
import type { BarDrawing } from "./drawing";

type BarChartProps = {
  title: string;
  description: string;
  /** The names of the table's two columns. */
  columns: readonly [label: string, value: string];
  drawing: BarDrawing;
};

/** Bars up and down from zero, drawn by the server (`drawBars`); losses are hollow, so that grey tells them apart too. */
export function BarChart({ title, description, columns, drawing }: BarChartProps) {
  const id = useId();
  const { bars, yMarks, zero } = drawing;
  return (
    <ChartFrame
      title={title}
      yMarks={yMarks}
      foot={bars
        .filter(({ isNamed }) => isNamed)
        .map(({ label, left, width }) => (
          <span key={label} style={{ left: `${left + width / 2}%`, translate: "-50%" }}>
            {label}
          </span>
        ))}
      columns={columns}
      rows={bars.map(({ label, value }) => [label, value])}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-labelledby={`${id}t ${id}d`}>
        <title id={`${id}t`}>{title}</title>
        <desc id={`${id}d`}>{description}</desc>
        {bars.map(({ label, left, width, top, height, isDown }) => (
          <rect
            key={label}
            className={isDown ? "chart-bar down" : "chart-bar"}
            x={left}
            width={width}
            y={top}
            height={height}
          />
        ))}
        <path className="chart-zero" d={`M0 ${zero}H100`} />
      </svg>
    </ChartFrame>
  );
}

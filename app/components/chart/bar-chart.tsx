import { ChartFrame } from "./chart-frame";
import type { BarDrawing } from "./drawing";
import { bar, plot } from "./drawing";

type BarChartProps = {
  title: string;
  description: string;
  /** The names of the table's two columns. */
  columns: readonly [label: string, value: string];
  drawing: BarDrawing;
};

/** All bars of a kind as one path: a tenth of the bytes of as many rectangles. */
const pathOf = (bars: BarDrawing["bars"]) =>
  bars
    .map(({ left, top, height }) => `M${left} ${top}h${bar.step - bar.gap}v${height}h${bar.gap - bar.step}z`)
    .join("");

/** Bars up and down from zero, drawn by the server (`drawBars`); losses are hollow, so that grey tells them apart too. */
export function BarChart({ title, description, columns, drawing }: BarChartProps) {
  const { bars, yMarks, zero } = drawing;
  const width = bars.length * bar.step;
  return (
    <ChartFrame
      title={title}
      yMarks={yMarks}
      foot={bars
        .filter(({ isNamed }) => isNamed)
        .map(({ label, at }) => (
          <span key={label} style={{ left: `${at}%` }}>
            {label}
          </span>
        ))}
      columns={columns}
      rows={bars.map(({ label, value }) => [label, value])}
    >
      <svg
        viewBox={`0 0 ${width} ${plot.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}. ${description}`}
      >
        <path className="chart-bar" d={pathOf(bars.filter(({ isDown }) => !isDown))} />
        <path className="chart-bar down" d={pathOf(bars.filter(({ isDown }) => isDown))} />
        <path className="chart-zero" d={`M0 ${zero}h${width}`} />
      </svg>
    </ChartFrame>
  );
}

import { ChartFrame } from "./chart-frame";
import type { LineDrawing } from "./drawing";
import { plot } from "./drawing";

type LineChartProps = {
  title: string;
  /** What the picture shows, in a sentence, for those who cannot see it. */
  description: string;
  /** The name of the time's column in the table. */
  timeColumn: string;
  drawing: LineDrawing;
};

/** One line or two over time, drawn by the server (`drawLines`); it needs no script. */
export function LineChart({ title, description, timeColumn, drawing }: LineChartProps) {
  const { lines, xMarks, yMarks, zero, dot, rows } = drawing;
  return (
    <ChartFrame
      title={title}
      yMarks={yMarks}
      ends={lines.map(({ end }) => end)}
      legend={
        (lines.length > 1 || dot) && (
          <ul className="legend">
            {lines.length > 1 &&
              lines.map(({ name }, index) => (
                <li key={name} className={index > 0 ? "second" : undefined}>
                  {name}
                </li>
              ))}
            {dot && <li className="dot">{dot.label}</li>}
          </ul>
        )
      }
      foot={xMarks.map(({ at, label }) => (
        <span key={at} style={{ left: `${at}%` }}>
          {label}
        </span>
      ))}
      columns={[timeColumn, ...lines.map(({ name }) => name)]}
      rows={rows}
    >
      <svg
        viewBox={`0 0 ${plot.width} ${plot.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}. ${description}`}
      >
        {zero !== null && <path className="chart-zero" d={`M0 ${zero}h${plot.width}`} />}
        {lines.map(({ name, path, area, isDown }, index) => (
          <g key={name} className={isDown ? "down" : index > 0 ? "second" : undefined}>
            {area && <path className="chart-fill" d={area} />}
            <path className="chart-line" d={path} />
          </g>
        ))}
      </svg>
      {dot && <b className="dot" style={{ left: `${dot.left}%`, top: `${dot.top}%` }} />}
    </ChartFrame>
  );
}

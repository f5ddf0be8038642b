import type { ReactNode } from "react";
import type { LineDrawing } from "./drawing";
import { plotWidth } from "./drawing";
import { IntervalTooltips } from "./interval-tooltips";

type LineChartProps = {
  title: string;
  /** One sentence that describes the chart for screen readers. */
  description: string;
  drawing: LineDrawing;
  isLarge?: boolean;
  /** Dragging over the plot chooses the period of the page (`public/chart-selection.js`). */
  choosesPeriod?: boolean;
  /** Content beside the title, such as a link to the table, and below it. */
  action?: ReactNode;
  note?: ReactNode;
  /** Content below the plot, such as the table. */
  children?: ReactNode;
};

/**
 * Line chart over time, drawn on the server (`drawLines`). Labels are HTML, so that they keep their size while the
 * plot is stretched.
 */
export function LineChart({
  title,
  description,
  drawing,
  isLarge,
  choosesPeriod,
  action,
  note,
  children,
}: LineChartProps) {
  const { height, grid, lines, ends, yMarks, xMarks, points, runsFrom, span, hitAreas } = drawing;
  return (
    <figure className="chart card">
      <figcaption className="row apart">
        <h2>{title}</h2>
        {action}
      </figcaption>
      {note}
      <div
        className={isLarge ? "plot large" : "plot"}
        {...(choosesPeriod && { "data-from": span.from, "data-to": span.to })}
      >
        {runsFrom !== null && <i className="running" style={{ left: `${runsFrom}%` }} />}
        <svg
          viewBox={`0 0 ${plotWidth} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}. ${description}`}
        >
          <path d={grid} />
          {lines.map(({ name, tone, path, area }) => (
            <g key={name} className={tone}>
              {area && <path className="area" d={area} />}
              <path d={path} />
            </g>
          ))}
        </svg>
        {runsFrom !== null && <i className="today" />}
        <ChartLabels yMarks={yMarks} xMarks={xMarks} points={points} ends={ends} />
        <IntervalTooltips title={title} intervals={hitAreas} />
      </div>
      {children}
    </figure>
  );
}

/**
 * The labels over a plot; hidden from screen readers, because the description and the tooltips have the same content.
 */
function ChartLabels({
  yMarks,
  xMarks,
  points,
  ends,
}: Pick<LineDrawing, "yMarks" | "xMarks" | "points" | "ends">) {
  return (
    <div className="words" aria-hidden="true">
      {yMarks.map(({ at, label }) => (
        <span key={label} className="y" style={{ top: `${at}%` }}>
          {label}
        </span>
      ))}
      {xMarks.map(({ at, label, year }) => (
        <span key={at} className="x" style={{ left: `${at}%` }}>
          {label}
          {year && <span className="low"> {year}</span>}
        </span>
      ))}
      {points.map(({ left, top, label, tone, side }) => (
        <b key={label} className={`${tone} ${side}`} style={{ left: `${left}%`, top: `${top}%` }}>
          {/* shifts the label left by the same percentage as its position, so that it stays within the plot */}
          <span style={{ translate: `-${left}%` }}>{label}</span>
        </b>
      ))}
      {ends.map(({ at, label, name, tone }) => (
        <span key={name} className={`end ${tone}`} style={{ top: `${at}%` }}>
          {label}
          <small>{name}</small>
        </span>
      ))}
    </div>
  );
}

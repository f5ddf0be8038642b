import type { ReactNode } from "react";
import type { LineDrawing } from "./drawing";
import { plotWidth } from "./drawing";
import { ReadOuts } from "./read-outs";

type LineChartProps = {
  title: string;
  /** What the picture shows, in a sentence, for those who cannot see it. */
  description: string;
  drawing: LineDrawing;
  isLarge?: boolean;
  /** What stands beside the title, such as the way to the table, and below it. */
  action?: ReactNode;
  note?: ReactNode;
  /** Stands below the plot, such as the table. */
  children?: ReactNode;
};

/** Lines over time, drawn by the server (`drawLines`). Words are HTML, so that they keep their size while the plot is stretched. */
export function LineChart({ title, description, drawing, isLarge, action, note, children }: LineChartProps) {
  const { height, grid, lines, ends, yMarks, xMarks, points, runsFrom, zones } = drawing;
  return (
    <figure className="chart card">
      <figcaption className="row apart">
        <h2>{title}</h2>
        {action}
      </figcaption>
      {note}
      <div className={isLarge ? "plot large" : "plot"}>
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
        <Words yMarks={yMarks} xMarks={xMarks} points={points} ends={ends} />
        <ReadOuts title={title} stretches={zones} />
      </div>
      {children}
    </figure>
  );
}

/** The words over a plot, which its description and read-outs say too. */
function Words({ yMarks, xMarks, points, ends }: Pick<LineDrawing, "yMarks" | "xMarks" | "points" | "ends">) {
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
          {/* as much of its own width to the left as the plot has there: it begins and ends within the plot */}
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

import type { ReactNode } from "react";
import { useText } from "#app/components/text";
import { Disclosure } from "#app/components/ui/disclosure";
import type { Mark } from "./drawing";

type ChartFrameProps = {
  title: string;
  legend?: ReactNode;
  yMarks: readonly Mark[];
  /** Words under the plot, and at its right end. */
  foot: ReactNode;
  ends?: readonly Mark[];
  /** The head and the rows of the table that says the same. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  children: ReactNode;
};

const widest = (marks: readonly Mark[]) =>
  marks.reduce((found, { label }) => (label.length > found.length ? label : found), "");

/** What stands around a plot. Words are HTML, so that they keep their size while the plot is stretched. */
export function ChartFrame({
  title,
  legend,
  yMarks,
  ends = [],
  foot,
  columns,
  rows,
  children,
}: ChartFrameProps) {
  const t = useText("common");
  return (
    <figure className="chart">
      <figcaption className="row apart">
        <h3>{title}</h3>
        {legend}
      </figcaption>
      <div className="plot">
        <Scale marks={yMarks} className="chart-scale" />
        <div className="chart-area">
          {yMarks.map(({ at }) => (
            <i key={at} style={{ top: `${at}%` }} />
          ))}
          {children}
        </div>
        {ends.length > 0 && <Scale marks={ends} className="chart-ends" />}
        <div className="chart-foot" aria-hidden="true">
          {foot}
        </div>
      </div>
      <Disclosure summary={t("chartTable")}>
        <table className="table">
          <caption className="hidden-text">{title}</caption>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={column} scope="col" className={index > 0 ? "num" : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([head, ...cells]) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className="num">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </figure>
  );
}

function Scale({ marks, className }: { marks: readonly Mark[]; className: string }) {
  return (
    <div className={className} aria-hidden="true">
      <b>{widest(marks)}</b>
      {marks.map(({ at, label }) => (
        <span key={at} style={{ top: `${at}%` }}>
          {label}
        </span>
      ))}
    </div>
  );
}

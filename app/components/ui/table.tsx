import type { ReactNode } from "react";
import { UiLink } from "./link";

export type SortDirection = "ascending" | "descending";

export type Column<Row> = {
  key: string;
  /** The column's name: the header's text, and on phones the label beside the value. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** Money and figures stand at the right. */
  numeric?: boolean;
  /** This cell names the row. */
  isRowHeader?: boolean;
  /**
   * Its place where rows are two lines, on phones: the figure ends the first line, the state ends the second; both speak for
   * themselves, as does what is plain. The others stand between with their column's name before them.
   */
  place?: "figure" | "state" | "plain";
  /** The thing's own page says it too: it goes first where there is less room, below 1024 px. */
  isLow?: boolean;
  /** The name is for those who cannot see the cells (buttons, links). */
  hideLabel?: boolean;
  /** What a cell's colour says of its row. */
  tone?: (row: Row) => "up" | "down" | undefined;
  /** The address of what the column means. */
  definition?: string;
  /** The address of the list sorted by this column, and how it is sorted now. */
  sort?: { href: string; direction?: SortDirection };
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** A row that has just changed is marked. */
  isChanged?: (row: Row) => boolean;
};

type Placed = Pick<Column<never>, "numeric" | "isRowHeader" | "place" | "isLow">;

/** The classes of a column's cells. */
const classesOf = ({ numeric, isRowHeader, place, isLow }: Placed, tone?: string) =>
  [
    numeric && "num",
    isRowHeader && "title",
    (place === "figure" || place === "state") && place,
    isLow && "low",
    tone,
  ]
    .filter(Boolean)
    .join(" ") || undefined;

/** A table of plain elements. On phones each row is two lines, by CSS alone. */
export function Table<Row>({ caption, columns, rows, rowKey, isChanged }: TableProps<Row>) {
  return (
    <div className="scroll">
      <table className="table rows">
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHeader key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={isChanged?.(row) ? "changed" : undefined}>
              {columns.map((column) => {
                const cell = {
                  className: classesOf(column, column.tone?.(row)),
                  "data-label":
                    column.hideLabel || column.isRowHeader || column.place || column.isLow
                      ? undefined
                      : column.label,
                };
                return column.isRowHeader ? (
                  <th key={column.key} scope="row" {...cell}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} {...cell}>
                    {column.cell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeaderColumn = Pick<Column<never>, "label" | "numeric" | "hideLabel" | "sort" | "isLow" | "definition">;

const arrows = { ascending: "↑", descending: "↓" } as const;

/** A column's name; where the list can be sorted by it, a link that does so; or one to what it means. */
export function SortHeader({
  column: { label, numeric, hideLabel, sort, isLow, definition },
}: {
  column: HeaderColumn;
}) {
  return (
    <th scope="col" className={classesOf({ numeric, isLow })} aria-sort={sort?.direction}>
      {sort ? (
        <UiLink href={sort.href}>
          {label}
          {sort.direction && <span aria-hidden="true"> {arrows[sort.direction]}</span>}
        </UiLink>
      ) : definition ? (
        <a className="term" href={definition}>
          {label}
        </a>
      ) : hideLabel ? (
        <span className="hidden-text">{label}</span>
      ) : (
        label
      )}
    </th>
  );
}

import type { ReactNode } from "react";
import { UiLink } from "./link";

export type SortDirection = "ascending" | "descending";

export type Column<Row> = {
  key: string;
  /** The column's name: header text, and on phones the label beside the value. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** Aligns money and numbers right. */
  numeric?: boolean;
  /** This cell is the header of its row. */
  isRowHeader?: boolean;
  /**
   * Position on phones, where a row has two lines: `figure` ends the first line, `state` ends the second; they and
   * `plain` cells have no label. Other cells go between them, with the column's name in front.
   */
  phonePosition?: "figure" | "state" | "plain";
  /** The row's own page shows this value too, so the column is hidden below 1024 px. */
  isLow?: boolean;
  /** Hides the header visually; it is only for screen readers (buttons, links). */
  hideLabel?: boolean;
  /** Colour of a cell by its row. */
  tone?: (row: Row) => "up" | "down" | undefined;
  /** URL of the column's definition. */
  definition?: string;
  /** URL of the list sorted by this column, and its current direction. */
  sort?: { href: string; direction?: SortDirection };
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Highlights a row that has just changed. */
  isChanged?: (row: Row) => boolean;
};

type Placed = Pick<Column<never>, "numeric" | "isRowHeader" | "phonePosition" | "isLow">;

/** Returns the CSS classes of a column's cells. */
const classesOf = ({ numeric, isRowHeader, phonePosition, isLow }: Placed, tone?: string) =>
  [
    numeric && "num",
    isRowHeader && "title",
    (phonePosition === "figure" || phonePosition === "state") && phonePosition,
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
                    column.hideLabel || column.isRowHeader || column.phonePosition || column.isLow
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

/**
 * A column header. It is a link that sorts if the list can be sorted by this column, or a link to the column's
 * definition.
 */
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

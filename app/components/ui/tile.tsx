import type { ReactNode } from "react";

/** A description list of the key figures. */
export function Tiles({ children }: { children: ReactNode }) {
  return <dl className="tiles">{children}</dl>;
}

export type Trend = "up" | "down" | "flat";

type TileProps = {
  label: string;
  definition?: ReactNode;
  trend?: Trend;
  note?: ReactNode;
  children: ReactNode;
};

/** One figure with its name. `definition` opens by a click on the name; `note` is a line under the figure. */
export function Tile({ label, definition, trend = "flat", note, children }: TileProps) {
  return (
    <div className="tile">
      <dt>{definition ? <Definition term={label}>{definition}</Definition> : label}</dt>
      <dd className={trend === "flat" ? "figure" : `figure ${trend}`}>{children}</dd>
      {note && <dd className="small muted">{note}</dd>}
    </div>
  );
}

/**
 * A term with a definition that opens on a click, without script; only one is open at a time. Its parent is
 * `position: relative`.
 */
function Definition({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <details className="definition" name="definition">
      <summary>{term}</summary>
      <p>{children}</p>
    </details>
  );
}

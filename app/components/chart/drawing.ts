/** A label and where it stands, in percent of the plot from its left and from its top. */
export type Mark = { at: number; label: string };

/** What `chart/line-drawing.server.ts` works out and `LineChart` draws: paths in a plot of 1000 × 1000 units. */
export type LineDrawing = {
  lines: { name: string; path: string; area: string | null; end: Mark; isDown: boolean }[];
  xMarks: Mark[];
  yMarks: Mark[];
  /** Where zero lies, in percent from the top; null where it is not in the picture. */
  zero: number | null;
  /** The same figures as a table: the time, then a value for each line. */
  rows: string[][];
};

/** What `chart/bar-drawing.server.ts` works out and `BarChart` draws, in percent of the plot. */
export type BarDrawing = {
  bars: {
    label: string;
    /** Whether its name stands under the plot; of many bars not all do. */
    isNamed: boolean;
    value: string;
    left: number;
    width: number;
    top: number;
    height: number;
    isDown: boolean;
  }[];
  yMarks: Mark[];
  zero: number;
};

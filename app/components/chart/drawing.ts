/** A label and where it stands, in percent of the plot from its left and from its top. */
export type Mark = { at: number; label: string };

/** The plot's units: about what a screen can show of a line; the browser stretches them to the place there is. */
export const plot = { width: 200, height: 200 } as const;

/** What a bar takes of the plot's width, which is as many steps as there are bars. */
export const bar = { step: 8, gap: 2 } as const;

/** What `chart/line-drawing.server.ts` works out and `LineChart` draws: paths in the plot's units. */
export type LineDrawing = {
  lines: { name: string; path: string; area: string | null; end: Mark; isDown: boolean }[];
  xMarks: Mark[];
  yMarks: Mark[];
  /** A moment of its own, in percent of the plot from its left and from its top. */
  dot: { left: number; top: number; label: string } | null;
  /** Where zero lies, in units from the top; null where it is not in the picture. */
  zero: number | null;
  /** The same figures as a table: the time, then a value for each line. */
  rows: string[][];
};

/** What `chart/bar-drawing.server.ts` works out and `BarChart` draws, in the plot's units; its marks in percent. */
export type BarDrawing = {
  bars: {
    label: string;
    /** Whether its name stands under the plot; of many bars not all do. */
    isNamed: boolean;
    value: string;
    /** The middle, in percent of the plot's width. */
    at: number;
    left: number;
    top: number;
    height: number;
    isDown: boolean;
  }[];
  yMarks: Mark[];
  zero: number;
};

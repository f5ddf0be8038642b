/** A label and its position, in percent of the plot from the left or the top. */
export type Mark = { at: number; label: string };

/**
 * Width of the plot in units, about the resolution in which a screen shows a line; the browser stretches it to the
 * available width.
 */
export const plotWidth = 600;

/** `main` is the chart's subject, `second` what it is compared with, `down` a loss. */
export type Tone = "main" | "second" | "down";

/** Output of `drawLines` for `LineChart`: paths in units of the plot, label positions in percent of it. */
export type LineDrawing = {
  /** Height of the plot in units. */
  height: number;
  /** The grid lines, as one path. */
  grid: string;
  lines: { name: string; tone: Tone; path: string; area: string | null }[];
  /** Label and end position of each line. */
  ends: { name: string; tone: Tone; at: number; label: string }[];
  yMarks: Mark[];
  /** `year` is shown if there is room. */
  xMarks: (Mark & { year: string })[];
  /** Labeled points: peak, deepest point, opening. */
  points: { left: number; top: number; label: string; tone: Tone; side: "above" | "below" }[];
  /** Start of the current, unfinished month, week or day; null if the lines do not reach today. */
  runsFrom: number | null;
  /** The time of the plot's left and right edge, in milliseconds. */
  span: { from: number; to: number };
  /** Hit areas with a tooltip for each interval. */
  hitAreas: { left: number; width: number; label: string; text: string }[];
};

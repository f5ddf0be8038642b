/** A word and where it stands, in percent of the plot from its left or from its top. */
export type Mark = { at: number; label: string };

/** The plot's units across: about what a screen can show of a line; the browser stretches them to the place there is. */
export const plotWidth = 600;

/** `main` is what the chart is about, `second` what is compared with it, `down` a loss. */
export type Tone = "main" | "second" | "down";

/** What `drawLines` works out and `LineChart` draws: paths in the plot's units, words in percent of it. */
export type LineDrawing = {
  /** The plot's units down. */
  height: number;
  /** The lines of the axis, as one path. */
  grid: string;
  lines: { name: string; tone: Tone; path: string; area: string | null }[];
  /** What each line is called and where it ends. */
  ends: { name: string; tone: Tone; at: number; label: string }[];
  yMarks: Mark[];
  /** `year` stands where there is room. */
  xMarks: (Mark & { year: string })[];
  /** Moments that are marked by name: peak, deepest point, opening. */
  points: { left: number; top: number; label: string; tone: Tone; side: "above" | "below" }[];
  /** Where the running month, week or day begins that is not over yet; null where the lines do not reach today. */
  runsFrom: number | null;
  /** A read-out for each stretch of time. */
  zones: { left: number; width: number; label: string; text: string }[];
};

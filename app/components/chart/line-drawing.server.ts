import { getTicks, scaleLinear } from "@visx/scale";
import { line } from "@visx/shape";
import { dayMilliseconds } from "#contract/day";
import { downsampleByTime } from "#contract/downsample";
import type { Language } from "#contract/languages";
import type { LineDrawing, Tone } from "./drawing";
import { plotWidth } from "./drawing";
import { intervalsBetween, intervalsOfSteps, timeScale } from "./intervals";
import { layOutLabels } from "./label-layout";
import { toRelativePath } from "./relative-path";
import type { Coordinates } from "./simplify-line";
import { simplifyLine } from "./simplify-line";
import { stepInterpolated } from "./step-interpolation";
import { timeTicks } from "./time-ticks";

export type Point = { at: number; value: number };

export type Series = {
  name: string;
  /** Sorted by time. */
  points: readonly Point[];
  tone?: Tone;
  /** Fills the area between the line and zero. */
  isFilled?: boolean;
  /** Labeled points of this line. */
  marked?: readonly (Point & { label: string })[];
};

/** Lines with one unit on one axis; two units need two panels, one above the other on a common time axis. */
export type Panel = {
  series: readonly Series[];
  /** Formats a value; `formatMark` formats it at the axis, if shorter. */
  format: (value: number) => string;
  formatMark?: (value: number) => string;
  /** Always includes zero. */
  withZero?: boolean;
  /** Height in units. */
  height: number;
  /** Units left free above and below, for labels. */
  space?: number;
  spaceBelow?: number;
  /** Without labels at its axis, because its important points are labeled. */
  isPlain?: boolean;
};

type Options = {
  language: Language;
  /** The current time; the current interval of lines that reach today is marked. */
  now?: Date;
  /** Returns the tooltip's text of an interval from each line's value at its end. */
  readOut?: (values: (number | undefined)[]) => string;
  /** Every point is a count per step (day, week or month) with its own tooltip; all lines have the same times. */
  isBySteps?: boolean;
  /** A value stays until the next point, like an account's balance between its trades (`stepInterpolated`). */
  hasStepInterpolation?: boolean;
  /** With `isBySteps`: labels the last step, which is unfinished and therefore lower. */
  soFar?: (step: string) => string;
};

/** Number of intervals for a line of 300 points. */
const mostBuckets = 149;

/** Days in which markets may be closed: a weekend and an adjacent holiday. */
const closedDays = 4;

/** Computes the drawing of lines over time; null if there are not two different times to draw between. */
export function drawLines(
  panels: readonly Panel[],
  { language, now, readOut, isBySteps, soFar, hasStepInterpolation = false }: Options,
): LineDrawing | null {
  const all = panels.flatMap(({ series }) => series);
  const times = all.flatMap(({ points }) => points.map(({ at }) => at));
  const [from, to] = [
    times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    times.reduce((a, b) => Math.max(a, b), 0),
  ];
  if (times.length === 0 || from === to) return null;
  const x = timeScale(from, to, plotWidth);
  const height = panels.reduce(
    (sum, panel) => sum + panel.height + (panel.space ?? 0) + (panel.spaceBelow ?? 0),
    0,
  );
  const left = (at: number) => round((x(at) / plotWidth) * 100);
  const drawing: LineDrawing = {
    height,
    grid: "",
    lines: [],
    ends: [],
    yMarks: [],
    points: [],
    // whole percents are enough for a month's label
    xMarks: timeTicks(from, to, language).map(({ time, ...labels }) => ({
      at: Math.round(left(time)),
      ...labels,
    })),
    runsFrom: null,
    span: { from, to },
    hitAreas: [],
  };
  let top = 0;
  for (const panel of panels) {
    top += panel.space ?? 0;
    drawPanel(drawing, panel, { top, left, x, hasStepInterpolation });
    top += panel.height + (panel.spaceBelow ?? 0);
  }
  const places = layOutLabels(
    drawing.ends.map(({ at }) => at),
    3700 / height,
  );
  drawing.ends = drawing.ends.map((end, index) => ({ ...end, at: places[index] ?? end.at }));
  if (!readOut) return drawing;
  const intervals = isBySteps
    ? intervalsOfSteps(all[0]?.points.map(({ at }) => at) ?? [], language)
    : intervalsBetween(from, to, language);
  const endsOn = (end: number, at: number) => at === end && (isBySteps || end === to);
  drawing.hitAreas = intervals.map((zone) => ({
    left: left(zone.from),
    width: round(((x(zone.to) - x(zone.from)) / plotWidth) * 100),
    label: zone.label,
    text: readOut(
      // a point at the start of the next interval belongs to that one
      all.map(({ points }) => points.findLast(({ at }) => at < zone.to || endsOn(zone.to, at))?.value),
    ),
  }));
  const running = drawing.hitAreas.at(-1);
  const reachesNow = now && now.getTime() - to < closedDays * dayMilliseconds;
  if (running && (reachesNow || soFar)) drawing.runsFrom = running.left;
  if (running && soFar) running.label = soFar(running.label);
  return drawing;
}

/** About a pixel, half of the line's width: smaller deviations are invisible. */
const unseen = 1;

type Scales = {
  top: number;
  left: (at: number) => number;
  x: (at: number) => number;
  hasStepInterpolation: boolean;
};

function drawPanel(drawing: LineDrawing, panel: Panel, { top, left, x, hasStepInterpolation }: Scales): void {
  const { series, format, formatMark = format, withZero = false, height, isPlain } = panel;
  const values = series.flatMap(({ points }) => points.map(({ value }) => value)).concat(withZero ? [0] : []);
  const [low, high] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const padding = low === high ? Math.abs(low) * 0.1 || 1 : 0;
  const y = scaleLinear({
    // values counted from zero need no padding below it
    domain: [withZero && low === 0 ? 0 : low - padding, high + padding],
    range: [top + height, top],
  });
  const percent = (value: number) => round((y(value) / drawing.height) * 100);
  const [bottom = 0, ceiling = 0] = y.domain();
  const base = y(bottom <= 0 && ceiling >= 0 ? 0 : bottom);
  // counts have no fractions, so ticks with the same label as the one below are dropped
  const places = getTicks(y, 4) as number[];
  const labels = places.map(formatMark);
  const ticks = isPlain ? [0] : places.filter((_, index) => labels[index] !== labels[index - 1]);
  drawing.grid += ticks.map((value) => `M0 ${Math.round(y(value))}h${plotWidth}`).join("");
  if (!isPlain)
    drawing.yMarks.push(
      ...ticks
        .map((value) => ({ at: percent(value), label: formatMark(value) }))
        // labels under the lowest line would overlap what is below
        .filter(({ at }) => at < ((top + height * 0.95) / drawing.height) * 100),
    );
  for (const { name, points, tone = "main", isFilled, marked = [] } of series) {
    const moments = downsampleByTime(
      points.map(({ at, value }): [number, number] => [at, value]),
      mostBuckets,
    );
    const places = moments.map(([at, value]): Coordinates => [Math.round(x(at)), Math.round(y(value))]);
    const shown = simplifyLine(hasStepInterpolation ? stepInterpolated(places) : places, unseen);
    const path = toRelativePath(
      line<Coordinates>({ x: ([across]) => across, y: ([, down]) => down })(shown) ?? "",
    );
    const [start] = shown;
    const last = points.at(-1)?.value ?? 0;
    drawing.lines.push({
      name,
      tone,
      path,
      area: isFilled && start ? `${path}V${Math.round(base)}H${start[0]}z` : null,
    });
    drawing.ends.push({ name, tone, at: percent(last), label: format(last) });
    drawing.points.push(
      ...marked.map(({ at, value, label }) => ({
        left: left(at),
        top: percent(value),
        label,
        tone,
        side: freeSide(value, points),
      })),
    );
  }
}

/**
 * Returns the side of a point without the line: above its highest point, below any other (only extremes are labeled).
 */
const freeSide = (value: number, points: readonly Point[]): "above" | "below" =>
  points.some((point) => point.value > value) ? "below" : "above";

const round = (value: number) => Math.round(value * 10) / 10;

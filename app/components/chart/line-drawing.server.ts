import { getTicks, scaleLinear } from "@visx/scale";
import { line } from "@visx/shape";
import { dayMilliseconds } from "#contract/day";
import { downsampleByTime } from "#contract/downsample";
import type { Language } from "#contract/languages";
import type { LineDrawing, Tone } from "./drawing";
import { plotWidth } from "./drawing";
import { inSteps } from "./in-steps";
import type { Place } from "./simplified";
import { simplified } from "./simplified";
import { spread } from "./spread";
import { stepInterpolated } from "./step-interpolation";
import { timeMarks } from "./time-marks";
import { timeScale, zonesOf, zonesOfSteps } from "./zones";

export type Point = { at: number; value: number };

export type Series = {
  name: string;
  /** In order of time. */
  points: readonly Point[];
  tone?: Tone;
  /** Fills the space between the line and zero. */
  isFilled?: boolean;
  /** Moments of this line that are marked by name. */
  marked?: readonly (Point & { label: string })[];
};

/** Lines of one measure on one axis; two measures are two panels, one above the other on one axis of time. */
export type Panel = {
  series: readonly Series[];
  /** How a value is written, and at the axis, where that is shorter. */
  format: (value: number) => string;
  formatMark?: (value: number) => string;
  /** Zero is always in the picture. */
  withZero?: boolean;
  /** Units down. */
  height: number;
  /** Units left free above it and below it, for words. */
  space?: number;
  spaceBelow?: number;
  /** Without words at its axis: what matters of it is marked. */
  isPlain?: boolean;
};

type Options = {
  language: Language;
  /** The present: lines that reach its day are marked so. */
  now?: Date;
  /** What is read out of a stretch of time, by what each line was at its end. */
  readOut?: (values: (number | undefined)[]) => string;
  /** Every point is what was counted in a step, and is read out by itself; all lines have the same moments. */
  isBySteps?: boolean;
  /** A value stays what it is until the next point, as an account's balance does between its trades (`held`). */
  holds?: boolean;
  /** Of steps: the last one is not over, so that it has less than the others; how its name says that. */
  soFar?: (step: string) => string;
};

/** As many stretches as a line of 300 points has. */
const mostBuckets = 149;

/** Markets are closed at weekends, and on the holiday beside one. */
const closedDays = 4;

/** Works out a picture of lines over time; null where there are not two moments to draw a line between. */
export function drawLines(
  panels: readonly Panel[],
  { language, now, readOut, isBySteps, soFar, holds = false }: Options,
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
    // by whole percents: a month's name stands about where the month begins
    xMarks: timeMarks(from, to, language).map(({ time, ...words }) => ({
      at: Math.round(left(time)),
      ...words,
    })),
    runsFrom: null,
    zones: [],
  };
  let top = 0;
  for (const panel of panels) {
    top += panel.space ?? 0;
    drawPanel(drawing, panel, { top, left, x, holds });
    top += panel.height + (panel.spaceBelow ?? 0);
  }
  const places = spread(
    drawing.ends.map(({ at }) => at),
    3700 / height,
  );
  drawing.ends = drawing.ends.map((end, index) => ({ ...end, at: places[index] ?? end.at }));
  if (!readOut) return drawing;
  const zones = isBySteps
    ? zonesOfSteps(all[0]?.points.map(({ at }) => at) ?? [], language)
    : zonesOf(from, to, language);
  const endsOn = (end: number, at: number) => at === end && (isBySteps || end === to);
  drawing.zones = zones.map((zone) => ({
    left: left(zone.from),
    width: round(((x(zone.to) - x(zone.from)) / plotWidth) * 100),
    label: zone.label,
    text: readOut(
      // what stands on the moment that the next stretch begins at is the next one's
      all.map(({ points }) => points.findLast(({ at }) => at < zone.to || endsOn(zone.to, at))?.value),
    ),
  }));
  const running = drawing.zones.at(-1);
  const reachesNow = now && now.getTime() - to < closedDays * dayMilliseconds;
  if (running && (reachesNow || soFar)) drawing.runsFrom = running.left;
  if (running && soFar) running.label = soFar(running.label);
  return drawing;
}

/** A pixel or so, half of what a line is thick: a point that is off by no more is not seen to be. */
const unseen = 1;

type Scales = {
  top: number;
  left: (at: number) => number;
  x: (at: number) => number;
  holds: boolean;
};

function drawPanel(drawing: LineDrawing, panel: Panel, { top, left, x, holds }: Scales): void {
  const { series, format, formatMark = format, withZero = false, height, isPlain } = panel;
  const values = series.flatMap(({ points }) => points.map(({ value }) => value)).concat(withZero ? [0] : []);
  const [low, high] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const padding = low === high ? Math.abs(low) * 0.1 || 1 : 0;
  const y = scaleLinear({
    // what is counted from zero has no room below it
    domain: [withZero && low === 0 ? 0 : low - padding, high + padding],
    range: [top + height, top],
  });
  const percent = (value: number) => round((y(value) / drawing.height) * 100);
  const [bottom = 0, ceiling = 0] = y.domain();
  const base = y(bottom <= 0 && ceiling >= 0 ? 0 : bottom);
  // of few things there is no half one: a mark that reads as the one below it goes
  const places = getTicks(y, 4) as number[];
  const labels = places.map(formatMark);
  const ticks = isPlain ? [0] : places.filter((_, index) => labels[index] !== labels[index - 1]);
  drawing.grid += ticks.map((value) => `M0 ${Math.round(y(value))}h${plotWidth}`).join("");
  if (!isPlain)
    drawing.yMarks.push(
      ...ticks
        .map((value) => ({ at: percent(value), label: formatMark(value) }))
        // words under the lowest line would stand on what is below
        .filter(({ at }) => at < ((top + height * 0.95) / drawing.height) * 100),
    );
  for (const { name, points, tone = "main", isFilled, marked = [] } of series) {
    const moments = downsampleByTime(
      points.map(({ at, value }): [number, number] => [at, value]),
      mostBuckets,
    );
    const places = moments.map(([at, value]): Place => [Math.round(x(at)), Math.round(y(value))]);
    const shown = simplified(holds ? stepInterpolated(places) : places, unseen);
    const path = inSteps(line<Place>({ x: ([across]) => across, y: ([, down]) => down })(shown) ?? "");
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

/** Where the line is not: above its highest moment, below any other (only extremes are marked). */
const freeSide = (value: number, points: readonly Point[]): "above" | "below" =>
  points.some((point) => point.value > value) ? "below" : "above";

const round = (value: number) => Math.round(value * 10) / 10;

import { scaleLinear, scaleUtc } from "@visx/scale";
import { line } from "@visx/shape";
import { dateText } from "#app/lib/dates";
import { dayOf } from "#contract/day";
import type { Language } from "#contract/languages";
import type { Point } from "./decimate";
import { decimate } from "./decimate";
import type { LineDrawing } from "./drawing";
import { plot } from "./drawing";
import { spread } from "./spread";
import { timeMarks } from "./time-marks";

const tableRows = 60;

export type Series = {
  name: string;
  /** In order of time. */
  points: readonly Point[];
  /** Fills the space between the line and zero, such as a drawdown. */
  isFilled?: boolean;
  /** Drawn as a loss. */
  isDown?: boolean;
};

type Options = {
  language: Language;
  /** How a value is written. */
  format: (value: number) => string;
  /** How a value is written at the axis, where that is shorter. */
  formatMark?: (value: number) => string;
  /** Zero is always in the picture. */
  withZero?: boolean;
  /** A moment of the first line that is marked by name; in the table it is the first row. */
  dot?: Point & { label: string };
  /** About so many points hold the picture: fewer for one that is drawn small. */
  pointLimit?: number;
  /** About so many rows for the table. */
  rowLimit?: number;
};

/** Works out a picture of one line or two over time; null where there are not two points to draw a line between. */
export function drawLines(series: readonly Series[], options: Options): LineDrawing | null {
  const {
    language,
    format,
    formatMark = format,
    withZero = false,
    pointLimit,
    rowLimit = tableRows,
    dot = null,
  } = options;
  const all = series.flatMap(({ points }) => points);
  const times = all.map(({ at }) => at);
  const [from, to] = range(times);
  if (from === undefined || to === undefined || from === to) return null;

  const [low = 0, high = 0] = range([...all.map(({ value }) => value), ...(withZero ? [0] : [])]);
  const padding = low === high ? Math.abs(low) * 0.1 || 1 : 0;
  const x = scaleUtc({ domain: [from, to], range: [0, plot.width] });
  const y = scaleLinear({ domain: [low - padding, high + padding], range: [plot.height, 0], nice: 4 });
  const percent = (value: number) => round((y(value) / plot.height) * 100);
  const [bottom = 0, top = 0] = y.domain();
  const hasZero = bottom <= 0 && top >= 0;
  const base = y(hasZero ? 0 : bottom);

  const ends = spread(series.map(({ points }) => percent(points.at(-1)?.value ?? 0)));
  const lines = series.map(({ name, points, isFilled, isDown = false }, index) => {
    const place = {
      x: ({ at }: Point) => Math.round(x(at)),
      y: ({ value }: Point) => Math.round(y(value)),
    };
    const kept = decimate(points, pointLimit);
    const path = inSteps(line<Point>(place)(kept) ?? "");
    const [start] = kept;
    return {
      name,
      isDown,
      path,
      area: isFilled && start ? `${path}V${Math.round(base)}H${place.x(start)}z` : null,
      end: { at: ends[index] ?? 0, label: format(points.at(-1)?.value ?? 0) },
    };
  });
  const rows = tableOf(series, language, format, rowLimit);
  return {
    lines,
    dot: dot && { left: round((x(dot.at) / plot.width) * 100), top: percent(dot.value), label: dot.label },
    xMarks: timeMarks(from, to, language).map(({ time, label }) => ({
      at: Math.round((x(time) / plot.width) * 100),
      label,
    })),
    yMarks: y.ticks(4).map((value) => ({ at: percent(value), label: formatMark(value) })),
    zero: hasZero ? Math.round(y(0)) : null,
    rows: dot ? [[dot.label, ...series.map((_, index) => (index ? "–" : format(dot.value)))], ...rows] : rows,
  };
}

/** A path of absolute points (`M0,9L5,4`) in steps from point to point (`m0 9l5-5`): half the bytes. Points that fall together are one. */
function inSteps(path: string): string {
  const points = path
    .slice(1)
    .split("L")
    .map((point) => point.split(",").map(Number));
  const steps = points.slice(1).map(([x = 0, y = 0], index) => {
    const [left = 0, top = 0] = points[index] ?? [];
    return [x - left, y - top];
  });
  const written = steps
    .filter(([across, down]) => across !== 0 || down !== 0)
    .map((step) => step.join(" "))
    .join(" ")
    .replaceAll(" -", "-");
  return `m${points[0]?.join(" ")}l${written}`;
}

function range(values: readonly number[]): [number | undefined, number | undefined] {
  let low: number | undefined;
  let high: number | undefined;
  for (const value of values) {
    if (low === undefined || value < low) low = value;
    if (high === undefined || value > high) high = value;
  }
  return [low, high];
}

const round = (value: number) => Math.round(value * 10) / 10;

/** The last value of each day; of a long time, as many days as a table can be read with. */
function tableOf(
  series: readonly Series[],
  language: Language,
  format: (value: number) => string,
  rowLimit: number,
): string[][] {
  const days = new Map<string, (number | undefined)[]>();
  series.forEach(({ points }, index) => {
    for (const { at, value } of points) {
      const day = dayOf(new Date(at));
      const values = days.get(day) ?? [];
      values[index] = value;
      days.set(day, values);
    }
  });
  const sorted = [...days].sort(([a], [b]) => a.localeCompare(b));
  const step = Math.ceil(sorted.length / rowLimit);
  return sorted
    .filter((_, index) => index % step === 0 || index === sorted.length - 1)
    .map(([day, values]) => [
      dateText(day, language),
      ...series.map((_, index) => (values[index] === undefined ? "–" : format(values[index]))),
    ]);
}

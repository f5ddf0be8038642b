import { scaleBand, scaleLinear } from "@visx/scale";
import type { BarDrawing } from "./drawing";

export type Bar = { label: string; value: number };

/** So many names fit under the plot. */
const namesShown = 8;

type Options = { format: (value: number) => string; formatMark?: (value: number) => string };

const round = (value: number) => Math.round(value * 100) / 100;

/** Works out a picture of bars that go up and down from zero; null where there are none. */
export function drawBars(bars: readonly Bar[], { format, formatMark = format }: Options): BarDrawing | null {
  if (bars.length === 0) return null;
  const values = bars.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const x = scaleBand({ domain: bars.map((_, index) => index), range: [0, 100], padding: 0.25 });
  const y = scaleLinear({ domain: low === high ? [0, 1] : [low, high], range: [100, 0], nice: 4 });
  return {
    bars: bars.map(({ label, value }, index) => ({
      label,
      isNamed: index % Math.ceil(bars.length / namesShown) === 0,
      value: format(value),
      left: round(x(index) ?? 0),
      width: round(x.bandwidth()),
      top: round(Math.min(y(value), y(0))),
      height: round(Math.abs(y(value) - y(0))),
      isDown: value < 0,
    })),
    yMarks: y.ticks(4).map((value) => ({ at: round(y(value)), label: formatMark(value) })),
    zero: round(y(0)),
  };
}

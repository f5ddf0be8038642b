import { scaleLinear } from "@visx/scale";
import type { BarDrawing } from "./drawing";
import { bar, plot } from "./drawing";

export type Bar = { label: string; value: number };

/** So many names fit under the plot. */
const namesShown = 8;

type Options = { format: (value: number) => string; formatMark?: (value: number) => string };

/** In percent of the plot's height, for words beside it. */
const percent = (top: number) => Math.round((top / plot.height) * 1000) / 10;

/** Works out a picture of bars that go up and down from zero; null where there are none. */
export function drawBars(bars: readonly Bar[], { format, formatMark = format }: Options): BarDrawing | null {
  if (bars.length === 0) return null;
  const values = bars.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const domain = low === high ? [0, 1] : [low, high];
  const y = scaleLinear({ domain, range: [plot.height, 0], nice: 4, round: true });
  return {
    bars: bars.map(({ label, value }, index) => ({
      label,
      isNamed: index % Math.ceil(bars.length / namesShown) === 0,
      value: format(value),
      at: Math.round(((index + 0.5) / bars.length) * 100),
      left: index * bar.step + bar.gap / 2,
      top: Math.min(y(value), y(0)),
      height: Math.abs(y(value) - y(0)),
      isDown: value < 0,
    })),
    yMarks: y.ticks(4).map((value) => ({ at: percent(y(value)), label: formatMark(value) })),
    zero: y(0),
  };
}

import { scaleLinear } from "@visx/scale";

/** A bar from the common zero line: its width in percent of the widest bar, and its formatted value. */
export type Bar = { label: string; text: string; width: number; isDown: boolean };

/** Computes horizontal bars with their values. */
export function drawBars(
  rows: readonly { label: string; value: number }[],
  format: (value: number) => string,
): Bar[] {
  const most = Math.max(0, ...rows.map(({ value }) => Math.abs(value)));
  const width = scaleLinear({ domain: [0, most || 1], range: [0, 100] });
  return rows.map(({ label, value }) => ({
    label,
    text: format(value),
    width: Math.round(width(Math.abs(value))),
    isDown: value < 0,
  }));
}

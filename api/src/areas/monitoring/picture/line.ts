import type { Point } from "#api/areas/monitoring/page/thin-line";

export type Box = { x: number; y: number; width: number; height: number };

/** A line through points within a box, and the area between it and zero, as SVG path data. Null for fewer than two points. */
export function linePath(points: Point[], box: Box): { line: string; area: string; zero: number } | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const values = points.map(([, value]) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low || 1;
  const time = last[0] - first[0] || 1;
  const x = (at: number) => round(box.x + ((at - first[0]) / time) * box.width);
  const y = (value: number) => round(box.y + ((high - value) / span) * box.height);
  const line = points.map(([at, value], index) => `${index ? "L" : "M"}${x(at)} ${y(value)}`).join("");
  return { line, area: `${line}L${x(last[0])} ${y(0)}L${x(first[0])} ${y(0)}Z`, zero: y(0) };
}

const round = (value: number) => Math.round(value * 10) / 10;

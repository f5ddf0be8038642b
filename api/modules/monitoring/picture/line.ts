import type { Point } from "#api/modules/monitoring/page/lines";

export type Box = { x: number; y: number; width: number; height: number };

/**
 * Returns SVG path data of a line through points scaled to a box, and of the area between it and zero; `points` are
 * the scaled points. Null for fewer than two points.
 */
export function linePath(
  points: Point[],
  box: Box,
): { line: string; area: string; points: [x: number, y: number][] } | null {
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
  const scaled = points.map(([at, value]): [number, number] => [x(at), y(value)]);
  const line = scaled.map(([left, top], index) => `${index ? "L" : "M"}${left} ${top}`).join("");
  return { line, area: `${line}L${x(last[0])} ${y(0)}L${x(first[0])} ${y(0)}Z`, points: scaled };
}

const round = (value: number) => Math.round(value * 10) / 10;

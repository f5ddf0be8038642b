/**
 * Converts a path of absolute points (`M0,9L5,4`) to relative steps (`m0 9l5-5`), which halves its size. Coinciding
 * points become one; a single point becomes a step of zero length, which a round line cap draws as a dot.
 */
export function toRelativePath(path: string): string {
  const points = path
    .slice(1)
    // d3 ends a single-point line this way
    .replace("Z", "")
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
  return `m${points[0]?.join(" ")}l${written || "0 0"}`;
}

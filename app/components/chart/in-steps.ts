/**
 * A path of absolute points (`M0,9L5,4`) in steps from point to point (`m0 9l5-5`): half the bytes. Points that fall together are one; a line of one
 * point is a step to itself, which a round end makes a dot.
 */
export function inSteps(path: string): string {
  const points = path
    .slice(1)
    // how d3 ends a line of one point
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

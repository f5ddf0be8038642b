import description from "#package.json" with { type: "json" };

/** The running release, such as `1.0.0`: `npm version` writes it into package.json. */
export const version: string = description.version;

/** Compares two releases numerically: negative if `one` is older. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  return (
    [0, 1, 2].map((at) => (left?.[at] ?? 0) - (right?.[at] ?? 0)).find((difference) => difference !== 0) ?? 0
  );
}

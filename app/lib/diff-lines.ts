export type DiffLine = { kind: "same" | "added" | "removed"; text: string };

const kinds = { " ": "same", "+": "added", "-": "removed" } as const;
const hasKind = (mark: string): mark is keyof typeof kinds => mark in kinds;

/**
 * Returns the lines of a unified diff in groups that are apart in the text; none of a text that is no diff. What
 * stands before the first group, and the marker of a missing line end, are left out.
 */
export function diffGroups(patch: string): DiffLine[][] {
  const groups: DiffLine[][] = [];
  for (const line of patch.split("\n")) {
    const mark = line.charAt(0);
    if (line.startsWith("@@")) groups.push([]);
    else if (hasKind(mark)) groups.at(-1)?.push({ kind: kinds[mark], text: line.slice(1) });
  }
  return groups.filter((group) => group.length > 0);
}

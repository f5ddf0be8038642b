const widest = 24;
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

type Cell = string | number;

export const ratioOf = (value: number, base: number): number => (base > 0 ? value / base : Number.NaN);

/** Escapes a text for a cell of a Markdown table. */
export const cell = (text: string): string => text.replaceAll("|", "\\|");

export function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

type Bar = {
  cells: readonly Cell[];
  ratio: number;
  /** The maximum; a larger ratio is marked as over it. */
  goal?: number | undefined;
};

/** Returns a table with a ratio and its bar at the end of each line; the largest ratio has the longest bar. */
export function barsTable(head: readonly Cell[], bars: readonly Bar[]): string {
  const largest = Math.max(...bars.map(({ ratio }) => ratio), Number.MIN_VALUE);
  const hasGoal = head.at(-1) === "goal";
  const rows = bars.map(({ cells, ratio, goal }) => [
    ...cells,
    ratio.toFixed(2),
    ...(hasGoal ? [goal === undefined ? "" : `${goal}${ratio > goal ? ", over" : ""}`] : []),
    bar(ratio / largest),
  ]);
  return table([...head, ""], rows);
}

function bar(share: number): string {
  const lengthInEighths = Math.max(1, Math.round(share * widest * eighths.length));
  return "█".repeat(Math.floor(lengthInEighths / eighths.length)) + eighths[lengthInEighths % eighths.length];
}

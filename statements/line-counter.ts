/** Counts the lines of a text that comes in pieces: `at(index)` for indexes that grow, the line from 1. */
export function lineCounter(): { add: (text: string) => void; at: (index: number) => number } {
  /** Where the line breaks of the last two pieces stand; those of earlier ones are counted. */
  let breaks: number[] = [];
  let [next, line] = [0, 1];
  let [before, start, end] = [0, 0, 0];
  const countTo = (index: number) => {
    while (next < breaks.length && (breaks[next] ?? 0) < index) {
      next += 1;
      line += 1;
    }
  };
  return {
    add(text) {
      countTo(before);
      breaks = breaks.slice(next);
      next = 0;
      [before, start] = [start, end];
      end = start + text.length;
      for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) breaks.push(start + at);
    },
    at(index) {
      countTo(index);
      return line;
    },
  };
}

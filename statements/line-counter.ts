/**
 * Counts the lines of a text that arrives in pieces. `at(index)` returns the line of an index, from 1; indexes must
 * increase.
 */
export function lineCounter(): { add: (text: string) => void; at: (index: number) => number } {
  /** Line breaks of the last two pieces; those of earlier ones are already counted. */
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

/** Counts the lines of a text that comes in pieces: `at(index)` for indexes that grow, the line from 1. */
export function lineCounter(): { add: (text: string) => void; at: (index: number) => number } {
  let [before, text] = ["", ""];
  let start = 0;
  let scanned = 0;
  let line = 1;
  const scanTo = (index: number) => {
    const window = before + text;
    for (let at = scanned - start; at < index - start; at += 1) {
      const next = window.indexOf("\n", at);
      if (next === -1 || next >= index - start) break;
      line += 1;
      at = next;
    }
    scanned = Math.max(scanned, index);
  };
  return {
    add(piece) {
      // what is two pieces behind is counted and forgotten
      scanTo(start + before.length);
      start += before.length;
      before = text;
      text = piece;
    },
    at(index) {
      scanTo(Math.min(Math.max(index, scanned), start + before.length + text.length));
      return line;
    },
  };
}

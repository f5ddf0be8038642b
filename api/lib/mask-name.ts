const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A name of which only the first letter of each word (two at most) is left, whatever its length: `Anna Maria Berg` is `A*** M***`. */
export function maskName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean).slice(0, 2);
  const masked = words.map((word) => `${[...letters.segment(word)][0]?.segment.toUpperCase() ?? ""}***`);
  return masked.join(" ") || "***";
}

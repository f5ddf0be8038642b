const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Masks a name to the first letter of each word (two at most), whatever its length: `Anna Maria Berg` is `A*** M***`.
 */
export function maskName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean).slice(0, 2);
  const masked = words.map((word) => `${[...graphemes.segment(word)][0]?.segment.toUpperCase() ?? ""}***`);
  return masked.join(" ") || "***";
}

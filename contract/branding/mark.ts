/** A line of the mark on its grid of 28 by 28, in one of the brand's colours. */
export type Stroke = { d: string; color: "band-accent" | "brass"; width: number };
/** The mark: lines, or one or two letters. */
export type Mark = { strokes: Stroke[] } | { letters: string };

/** The product's own mark: the two drawers of a server, and a rising line across them. */
export const productMark: Mark = {
  strokes: [
    { d: "M4 5h20v7H4zM4 16h20v7H4z", color: "band-accent", width: 2.25 },
    { d: "M2 25l8-9 5 4L26 6", color: "brass", width: 3 },
  ],
};

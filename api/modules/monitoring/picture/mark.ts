import type { Brand } from "#contract/branding/brand";
import type { Stroke } from "#contract/branding/mark";
import { textPath, widthOf } from "./text-path";

type MarkOptions = {
  x: number;
  y: number;
  scale: number;
  colors: Record<Stroke["color"], string>;
  ink: string;
};

/** Side length of the grid on which a mark is drawn. */
const grid = 28;
/** One letter is drawn larger than two. */
const sizeOf = (letters: string) => (letters.length > 1 ? 14 : 18);

/** Returns a brand's mark as SVG, with its upper left corner at `x`, `y`; letters are drawn in a frame. */
export function markSvg({ mark }: Pick<Brand, "mark">, { x, y, scale, colors, ink }: MarkOptions): string {
  const inner =
    "strokes" in mark
      ? mark.strokes.map(
          ({ d, color, width }) => `<path d="${d}" stroke="${colors[color]}" stroke-width="${width}"/>`,
        )
      : [
          `<rect x="1.5" y="1.5" width="25" height="25" rx="6" stroke="${colors["band-accent"]}" stroke-width="2"/>`,
          textPath(mark.letters, {
            x: (grid - widthOf(mark.letters, sizeOf(mark.letters), "bold")) / 2,
            y: grid / 2 + sizeOf(mark.letters) * 0.35,
            size: sizeOf(mark.letters),
            color: ink,
            weight: "bold",
          }),
        ];
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none">${inner.join("")}</g>`;
}

import { errorText } from "#api/lib/translations";
import type { Point } from "#api/modules/monitoring/page/lines";
import type { Brand } from "#contract/branding/brand";
import { numberFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import type { FigureValues } from "#contract/monitoring/figures";
import type { Span } from "./format";
import { percent, ratio, spanText } from "./format";
import type { Box } from "./line";
import { linePath } from "./line";
import { markSvg } from "./mark";
import { fitted, textPath, widthOf, wrapped } from "./text-path";

const width = 1200;
const height = 630;
const edge = 60;
const captionSize = 28;
const right = width - edge;
/** Top of the row of figures. */
const foot = 560;

export type CardContent = {
  title: string;
  subtitle: string;
  brand: Brand;
  language: Language;
  values: FigureValues;
  /** One sentence: where the trades come from and whether they reconcile. */
  origin: string;
  growth: Point[];
  span: Span;
};

/** Layout of the provenance sentence at the upper right: font size, maximum width and lines. */
export const provenanceLayout = { size: 22, width: 700, lines: 3, top: 66, leading: 29 };

/**
 * Returns the preview picture of an account as SVG, 1200 by 630: growth on the band, its line, the main figures,
 * their provenance.
 */
export function cardSvg({
  title,
  subtitle,
  brand,
  language,
  values,
  origin,
  growth,
  span,
}: CardContent): string {
  const { band } = brand;
  const quiet = band["band-muted"];
  const ink = band["on-band"];
  const hero = percent(values.growth, language);
  const heroSize = Math.min(150, (150 * 760) / Math.max(1, widthOf(hero, 150, "bold")));
  const caption = growth.length < 2 ? errorText(language, "cardEmpty") : spanText(span, language);
  const figureRow = figures(values, language, { quiet, ink });
  const elements = [
    `<rect width="${width}" height="${height}" fill="${band.band}"/>`,
    `<path d="M0 330h${width}M0 400h${width}M0 470h${width}M0 540h${width}" stroke="${band["band-raised"]}" stroke-width="1.5"/>`,
    ...growthSvg(growth, band, [
      { right: edge + widthOf(hero, heroSize, "bold"), bottom: 330 },
      { right: edge + widthOf(caption, captionSize), bottom: 380 },
    ]),
    `<rect y="${foot}" width="${width}" height="${height - foot}" fill="${band["band-raised"]}"/>`,
    `<path d="M0 ${foot - 2}h${width}M0 ${foot + 4}h${width}" stroke="${band["band-line"]}" stroke-width="2"/>`,
    markSvg(brand, { x: edge, y: 48, scale: 1.7, colors: band, ink }),
    textPath(fitted(brand.name, 30, 270, "bold"), { x: 122, y: 82, size: 30, color: ink, weight: "bold" }),
    ...originLines(origin, quiet, band.brass),
    textPath(fitted(title, 36, 1080, "bold"), { x: edge, y: 190, size: 36, color: quiet, weight: "bold" }),
    textPath(hero, { x: edge - 4, y: 316, size: heroSize, color: ink, weight: "bold" }),
    textPath(caption, { x: edge, y: 364, size: captionSize, color: quiet }),
    ...figureRow.elements,
    textPath(fitted(subtitle, 22, right - figureRow.end), {
      x: right,
      y: 604,
      size: 22,
      color: quiet,
      anchor: "end",
    }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${elements.join("")}</svg>`;
}

/** Draws the provenance sentence, right-aligned, with a brass diamond before its first line. */
function originLines(origin: string, color: string, brass: string): string[] {
  const { size, width: most, lines, top, leading } = provenanceLayout;
  const written = wrapped(origin, size, most, lines);
  const left = right - widthOf(written[0] ?? "", size) - 20;
  return [
    `<path d="M${left} ${top - 15}l8 8-8 8-8-8z" fill="none" stroke="${brass}" stroke-width="2.5"/>`,
    ...written.map((text, index) =>
      textPath(text, { x: right, y: top + index * leading, size, color, anchor: "end" }),
    ),
  ];
}

const wide: Box = { x: 0, y: 310, width: right, height: foot - 2 - 310 };
/** Below the texts, for a line that would cross them. */
const low: Box = { ...wide, y: 390, height: foot - 2 - 390 };
/** Area occupied by text: from the left edge to `right`, from the top to `bottom`. */
type TextArea = { right: number; bottom: number };
const air = 24;

/** Draws the line of growth over its area, with a brass dot at the last point. */
function growthSvg(growth: Point[], band: Brand["band"], textAreas: TextArea[]): string[] {
  const tall = linePath(growth, wide);
  const isInTheWay = tall?.points.some(([x, y]) =>
    textAreas.some(({ right: end, bottom }) => x < end + air && y < bottom + air / 2),
  );
  const line = isInTheWay ? linePath(growth, low) : tall;
  const [x, y] = line?.points.at(-1) ?? [];
  if (!line) return [];
  return [
    `<path d="${line.area}" fill="${band["band-accent"]}" opacity=".1"/>`,
    `<path d="${line.line}" fill="none" stroke="${band["band-accent"]}" stroke-width="4" stroke-linejoin="round"/>`,
    `<circle cx="${x}" cy="${y}" r="11" fill="${band.brass}"/>`,
  ];
}

/** Draws the row of figures: a muted label and a value each; `end` is where the next element may begin. */
function figures(
  values: FigureValues,
  language: Language,
  { quiet, ink }: { quiet: string; ink: string },
): { elements: string[]; end: number } {
  const word = (key: string) => errorText(language, key);
  const entries = [
    [word("cardDrawdown"), percent(values.relative_drawdown?.percent, language, false)],
    [word("cardProfitFactor"), ratio(values.profit_factor, language)],
    [word("cardTrades"), numberFormat(language, {}).format(values.trades ?? 0)],
  ];
  let x = edge;
  const elements = entries.flatMap(([label = "", value = ""]) => {
    const [size, y] = [26, 605];
    const valueX = x + widthOf(`${label} `, size);
    const labelX = x;
    x = valueX + widthOf(value, size, "bold") + 40;
    return [
      textPath(label, { x: labelX, y, size, color: quiet }),
      textPath(value, { x: valueX, y, size, color: ink, weight: "bold" }),
    ];
  });
  return { elements, end: x };
}

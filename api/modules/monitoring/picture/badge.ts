import { escapeHtml } from "#api/email/escape";
import { errorText } from "#api/lib/translations";
import { tokens } from "#contract/branding/tokens";
import type { BadgeLook } from "#contract/monitoring/index";
import { badgeSizes } from "#contract/monitoring/index";
import type { CardContent } from "./card";
import { daysText, percent } from "./format";
import { linePath } from "./line";
import { markSvg } from "./mark";
import { fitted, textPath } from "./text-path";

type BadgeContent = Omit<CardContent, "subtitle">;

/** Number of points that a line of a hundred pixels can show. */
const maxPoints = 80;

/**
 * Returns the badge for other sites as SVG, in the sizes of `badgeSizes`: on a light background, on the band, or in
 * one row. Its title has all of its content for screen readers.
 */
export function badgeSvg(content: BadgeContent, look: BadgeLook): string {
  const { width, height } = badgeSizes[look];
  const { title, language, values, origin, brand } = content;
  const word = (key: string) => errorText(language, key);
  const drawdown = percent(values.relative_drawdown?.percent, language, false);
  const label = `${title}, ${brand.name}: ${word("cardGrowth")} ${percent(values.growth, language)}, ${word("cardDrawdown")} ${drawdown}; ${origin}`;
  const inner = look === "small" ? small(content) : large(content, look);
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${escapeHtml(label)}</title>${inner.join("")}</svg>`;
}

function inksOf({ brand: { band } }: BadgeContent, look: BadgeLook) {
  if (look === "light") {
    const [ground, line, ink, quiet, accent] = (["surface", "line", "text", "muted", "accent"] as const).map(
      (name) => tokens[name].light,
    );
    return { ground, line, ink: ink ?? "", quiet: quiet ?? "", accent: accent ?? "", brass: band.brass };
  }
  return {
    ground: band.band,
    line: band["band-line"],
    ink: band["on-band"],
    quiet: band["band-muted"],
    accent: band["band-accent"],
    brass: band.brass,
  };
}

function large(content: BadgeContent, look: BadgeLook): string[] {
  const { title, language, values, brand, growth, span } = content;
  const { ground, line, ink, quiet, accent, brass } = inksOf(content, look);
  const { width, height } = badgeSizes[look];
  const stride = Math.ceil(growth.length / maxPoints);
  const points = growth.filter((_, index) => index % stride === 0 || index === growth.length - 1);
  const chart = linePath(points, { x: 150, y: 12, width: 112, height: 34 });
  const [x, y] = chart?.points.at(-1) ?? [];
  const drawdown = `${errorText(language, "cardDrawdown").toLowerCase()} ${percent(values.relative_drawdown?.percent, language, false)}`;
  const about = [drawdown, daysText(span, language)].filter(Boolean).join(", ");
  return [
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="${ground}" stroke="${line}"/>`,
    ...(chart
      ? [
          `<path d="${chart.area}" fill="${accent}" opacity=".12"/>`,
          `<path d="${chart.line}" fill="none" stroke="${accent}" stroke-width="1.75" stroke-linejoin="round"/>`,
          `<circle cx="${x}" cy="${y}" r="3.5" fill="${brass}"/>`,
        ]
      : []),
    textPath(fitted(title, 12, 130), { x: 14, y: 22, size: 12, color: quiet }),
    textPath(percent(values.growth, language), { x: 13, y: 46, size: 24, color: ink, weight: "bold" }),
    `<path d="M1 53.5h${width - 2}M1 55.5h${width - 2}" stroke="${line}"/>`,
    markSvg(brand, { x: 12, y: 57.5, scale: 0.55, colors: { "band-accent": accent, brass }, ink }),
    textPath(fitted(brand.name, 11, 80), { x: 32, y: 69, size: 11, color: quiet }),
    textPath(fitted(about, 11, 148), { x: width - 14, y: 69, size: 11, color: quiet, anchor: "end" }),
  ];
}

/** Draws one row on the band: mark, name, growth. */
function small(content: BadgeContent): string[] {
  const { values, language, brand } = content;
  const { ground, line, ink, accent, brass } = inksOf(content, "small");
  const { width, height } = badgeSizes.small;
  const rule = width - 96;
  return [
    `<rect width="${width}" height="${height}" rx="6" fill="${ground}"/>`,
    markSvg(brand, { x: 6, y: 5, scale: 0.64, colors: { "band-accent": accent, brass }, ink }),
    textPath(fitted(brand.name, 12, rule - 38), { x: 30, y: 18.5, size: 12, color: ink }),
    `<path d="M${rule + 0.5} 5v18M${rule + 3.5} 5v18" stroke="${line}"/>`,
    textPath(percent(values.growth, language), {
      x: width - 10,
      y: 18.5,
      size: 13,
      color: ink,
      anchor: "end",
      weight: "bold",
    }),
  ];
}

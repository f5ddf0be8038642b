import type { Point } from "#api/areas/monitoring/page/thin-line";
import { refusalText } from "#api/values/texts";
import { numberFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import type { FigureValues } from "#contract/monitoring/figures";
import { badgeSize } from "#contract/monitoring/index";
import { fitted, lettering, wrapped } from "./lettering";
import { linePath } from "./line";

const width = 1200;
const height = 630;
const colors = {
  paper: "#ffffff",
  ink: "#14202b",
  muted: "#5b6875",
  line: "#1f5fbf",
  area: "#e3ecf9",
  rule: "#c9d1d9",
  good: "#0b7a4b",
  bad: "#b3261e",
};

export type CardFacts = {
  title: string;
  subtitle: string;
  product: string;
  language: Language;
  values: FigureValues;
  /** Where the trades come from and whether they add up, in a sentence. */
  origin: string;
  growth: Point[];
};

export function percent(value: number | null | undefined, language: Language, sign = true): string {
  if (value === null || value === undefined) return "–";
  const written = numberFormat(language, {
    style: "percent",
    maximumFractionDigits: 2,
    signDisplay: sign ? "exceptZero" : "auto",
  });
  return written.format(value).replace("-", "−");
}

const toned = (value: number | null | undefined) =>
  !value ? colors.ink : value > 0 ? colors.good : colors.bad;

/** The preview picture of an account as SVG, 1200 by 630: growth as a line, the main percentages, and where they come from. */
export function cardSvg({ title, subtitle, product, language, values, origin, growth }: CardFacts): string {
  const word = (key: string) => refusalText(language, key);
  const drawdown = values.relative_drawdown?.percent;
  const tiles = [
    { label: word("cardGrowth"), value: percent(values.growth, language), color: toned(values.growth) },
    { label: word("cardDrawdown"), value: percent(drawdown, language, false), color: colors.ink },
    { label: word("cardWinRate"), value: percent(values.win_rate, language, false), color: colors.ink },
    {
      label: word("cardTrades"),
      value: numberFormat(language, {}).format(values.trades ?? 0),
      color: colors.ink,
    },
  ];
  const drawn = linePath(growth, { x: 60, y: 300, width: width - 120, height: 230 });
  const parts = [
    `<rect width="${width}" height="${height}" fill="${colors.paper}"/>`,
    lettering(fitted(title, 52, 1080, "bold"), { x: 60, y: 96, size: 52, color: colors.ink, weight: "bold" }),
    lettering(fitted(subtitle, 28, 1080), { x: 60, y: 140, size: 28, color: colors.muted }),
    ...tiles.flatMap(({ label, value, color }, index) => [
      lettering(label, { x: 60 + index * 276, y: 194, size: 24, color: colors.muted }),
      lettering(value, { x: 60 + index * 276, y: 248, size: 50, color, weight: "bold" }),
    ]),
    ...(drawn
      ? [
          `<path d="${drawn.area}" fill="${colors.area}"/>`,
          `<path d="M60 ${drawn.zero}H${width - 60}" stroke="${colors.rule}" stroke-width="2"/>`,
          `<path d="${drawn.line}" fill="none" stroke="${colors.line}" stroke-width="4" stroke-linejoin="round"/>`,
        ]
      : [lettering(word("cardEmpty"), { x: 60, y: 430, size: 32, color: colors.muted })]),
    ...wrapped(origin, 22, 800, 2).map((text, index) =>
      lettering(text, { x: 60, y: 574 + index * 28, size: 22, color: colors.muted }),
    ),
    lettering(product, { x: width - 60, y: height - 30, size: 26, color: colors.muted, anchor: "end" }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join("")}</svg>`;
}

/** The badge for other sites as SVG, of `badgeSize`. `label` names it for who can't see it. */
export function badgeSvg({
  title,
  language,
  values,
  origin,
}: Pick<CardFacts, "title" | "language" | "values" | "origin">): string {
  const word = (key: string) => refusalText(language, key);
  const growth = percent(values.growth, language);
  const drawdown = percent(values.relative_drawdown?.percent, language, false);
  const label = `${title}: ${word("cardGrowth")} ${growth}, ${word("cardDrawdown")} ${drawdown}; ${origin}`;
  const parts = [
    `<title>${escaped(label)}</title>`,
    `<rect x=".5" y=".5" width="${badgeSize.width - 1}" height="${badgeSize.height - 1}" rx="6" fill="${colors.paper}" stroke="${colors.rule}"/>`,
    lettering(fitted(title, 13, 216, "bold"), { x: 12, y: 17, size: 13, color: colors.ink, weight: "bold" }),
    lettering(word("cardGrowth"), { x: 12, y: 31, size: 10, color: colors.muted }),
    lettering(growth, { x: 12, y: 46, size: 15, color: toned(values.growth), weight: "bold" }),
    lettering(word("cardDrawdown"), { x: 126, y: 31, size: 10, color: colors.muted }),
    lettering(drawdown, { x: 126, y: 46, size: 15, color: colors.ink, weight: "bold" }),
    ...wrapped(origin, 9, 216, 3).map((text, index) =>
      lettering(text, { x: 12, y: 59 + index * 11, size: 9, color: colors.muted }),
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${badgeSize.width}" height="${badgeSize.height}" viewBox="0 0 ${badgeSize.width} ${badgeSize.height}">${parts.join("")}</svg>`;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

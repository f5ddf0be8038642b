import type { Point } from "#api/areas/monitoring/page/thin-line";
import type { Origins } from "#api/areas/monitoring/statistics/summary";
import { refusalText } from "#api/values/texts";
import { numberFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import type { FigureValues } from "#contract/monitoring/figures";
import { fitted, lettering } from "./lettering";
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
  /** Trades by where they come from. */
  origins: Pick<Origins, "file" | "key" | "server">;
  growth: Point[];
};

/** Where the trades come from, in words. */
const originText = (language: Language, { file, key, server }: CardFacts["origins"]) =>
  refusalText(language, "cardOrigin", { terminal: key + server, file });

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

/** The preview picture of an account as SVG, 1200 by 630: growth as a line, the main percentages, never money. */
export function cardSvg({ title, subtitle, product, language, values, origins, growth }: CardFacts): string {
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
    lettering(fitted(originText(language, origins), 26, 760), {
      ...{ x: 60, y: height - 30, size: 26, color: colors.muted },
    }),
    lettering(product, { x: width - 60, y: height - 30, size: 26, color: colors.muted, anchor: "end" }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join("")}</svg>`;
}

/** The badge for other sites as SVG, 240 by 64. `label` names it for who can't see it. */
export function badgeSvg({
  title,
  language,
  values,
  origins,
}: Pick<CardFacts, "title" | "language" | "values" | "origins">): string {
  const word = (key: string) => refusalText(language, key);
  const growth = percent(values.growth, language);
  const drawdown = percent(values.relative_drawdown?.percent, language, false);
  const label = `${title}: ${word("cardGrowth")} ${growth}, ${word("cardDrawdown")} ${drawdown}; ${originText(language, origins)}`;
  const parts = [
    `<title>${escaped(label)}</title>`,
    `<rect x=".5" y=".5" width="239" height="63" rx="6" fill="${colors.paper}" stroke="${colors.rule}"/>`,
    lettering(fitted(title, 13, 216, "bold"), { x: 12, y: 17, size: 13, color: colors.ink, weight: "bold" }),
    lettering(fitted(originText(language, origins), 9, 216), { x: 12, y: 29, size: 9, color: colors.muted }),
    lettering(word("cardGrowth"), { x: 12, y: 42, size: 10, color: colors.muted }),
    lettering(growth, { x: 12, y: 57, size: 15, color: toned(values.growth), weight: "bold" }),
    lettering(word("cardDrawdown"), { x: 126, y: 42, size: 10, color: colors.muted }),
    lettering(drawdown, { x: 126, y: 57, size: 15, color: colors.ink, weight: "bold" }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="240" height="64" viewBox="0 0 240 64">${parts.join("")}</svg>`;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

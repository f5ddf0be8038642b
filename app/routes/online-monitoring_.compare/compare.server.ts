import { drawLines } from "#app/components/chart/line-drawing.server";
import { utcDateText } from "#app/lib/dates";
import { mainFigureText } from "#app/lib/figure-text";
import { fractionText } from "#app/lib/numbers";
import { daysFromTo } from "#contract/day";
import type { Language } from "#contract/languages";
import type { FigureKey, FigureValues } from "#contract/monitoring/figures";
import type { Translate } from "#locales/translate";
import type { daysOfBoth, Side } from "./load.server";

type Viewer = { t: Translate<"public">; statistics: Translate<"statistics">; language: Language; now: Date };

/** The figures compared: `+` if higher is better, `-` if lower is better, empty if neither. */
const compared: [FigureKey, "+" | "-" | ""][] = [
  ["growth", "+"],
  ["relative_drawdown", "-"],
  ["profit_factor", "+"],
  ["sharpe_annual", "+"],
  ["win_rate", "+"],
  ["trades", ""],
  ["holding_seconds", ""],
  ["deposit_load", "-"],
];

const measureOf = (key: FigureKey, values: FigureValues): number | null => {
  const value = values[key];
  if (typeof value === "number") return value;
  return value && typeof value === "object" && "percent" in value ? value.percent : null;
};

/** Returns the index of the better value, or null if the values are equal or one is unknown. */
export function betterOf(a: number | null, b: number | null, direction: "+" | "-" | ""): 0 | 1 | null {
  if (direction === "" || a === null || b === null || a === b) return null;
  return a > b === (direction === "+") ? 0 : 1;
}

/** Returns the comparison of two accounts for the page: names, lines, rows of figures, and the days covered. */
export function comparison([a, b]: [Side, Side], days: ReturnType<typeof daysOfBoth>, viewer: Viewer) {
  const { t, statistics, language, now } = viewer;
  const names = a.name === b.name ? [`${a.name} (1)`, `${b.name} (2)`] : [a.name, b.name];
  const [nameA = "", nameB = ""] = names;
  const percent = (value: number | undefined) =>
    value === undefined ? "–" : fractionText(value, language, { sign: true, fixed: true });
  const format = { language, currency: null, currencyDisplay: "symbol" as const };
  const source = ({ figures: { origin } }: Side) =>
    [origin.terminal > 0 && t("terminal"), origin.file > 0 && t("file")].filter(Boolean).join(", ") || "–";
  const textRow = (label: string, [first, second]: [string, string]) => ({
    label,
    texts: [first, second],
    better: null,
  });
  return {
    accounts: [
      { monitoringId: a.monitoringId, name: nameA },
      { monitoringId: b.monitoringId, name: nameB },
    ],
    rows: [
      ...compared.map(([key, direction]) => ({
        label: statistics(`figure_${key}`),
        texts: [a, b].map(({ figures }) => mainFigureText(key, figures, format) ?? "–"),
        better: betterOf(measureOf(key, a.figures), measureOf(key, b.figures), direction),
      })),
      textRow(t("account"), [modeOf(a, t), modeOf(b, t)]),
      textRow(t("readFrom"), [source(a), source(b)]),
    ],
    note:
      days.kind === "apart"
        ? t("apart")
        : [
            t("period", {
              from: utcDateText(days.from, language),
              to: utcDateText(days.to, language),
              count: daysFromTo(days.from, days.to),
            }),
            days.kind === "cut" && t("cut"),
          ]
            .filter(Boolean)
            .join(" "),
    drawing: drawLines(
      [
        {
          height: 220,
          space: 6,
          withZero: true,
          format: percent,
          formatMark: (value) => fractionText(value, language),
          series: [
            { name: nameA, points: pointsOf(a) },
            { name: nameB, points: pointsOf(b), tone: "second" },
          ].filter(({ points }) => points.length > 0) as never,
        },
      ],
      {
        language,
        now,
        hasStepInterpolation: true,
        readOut: (values) => values.map((value, index) => `${names[index]} ${percent(value)}`).join(", "),
      },
    ),
    description: t("chartText", {
      a: nameA,
      b: nameB,
      growthA: percent(a.growth.at(-1)?.[1]),
      growthB: percent(b.growth.at(-1)?.[1]),
    }),
  };
}

const pointsOf = ({ growth }: Side) => growth.map(([at, value]) => ({ at, value }));

const modeOf = ({ mode }: Side, t: Translate<"public">) => (mode ? t(`mode_${mode as "demo"}`) : "–");

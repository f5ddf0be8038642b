import { drawBars } from "#app/components/chart/bars.server";
import type { Point, Series } from "#app/components/chart/line-drawing.server";
import { drawLines } from "#app/components/chart/line-drawing.server";
import { utcDateText, utcDayText } from "#app/lib/dates";
import { fractionText } from "#app/lib/numbers";
import type { Output } from "#contract/endpoint";
import { formatNumber } from "#contract/formats";
import type { Language } from "#contract/languages";
import { placesOf } from "#contract/monitoring/currency";
import type { AccountPage, charts } from "#contract/monitoring/index";
import { tradingMoney } from "#contract/monitoring/trading-money";
import type { Translate } from "#locales/translate";

/** Symbols with their own bar; the table has all of them. */
const maxSymbolBars = 10;

/** Returns the bars by symbol: the most traded symbols, best first, and the sum of all others last. */
export function symbolsOf(
  { symbols }: Pick<Output<typeof charts>, "symbols">,
  hasMoney: boolean,
  t: Translate<"statistics">,
): { label: string; value: number }[] {
  const values = symbols.map(({ symbol, net = "0", share }) => ({
    label: symbol,
    value: hasMoney ? Number(net) : share,
  }));
  const topSymbols = values.slice(0, maxSymbolBars).sort((a, b) => b.value - a.value);
  const others = values.slice(maxSymbolBars);
  if (others.length === 0) return topSymbols;
  const value = others.reduce((sum, other) => sum + other.value, 0);
  return [...topSymbols, { label: t("otherSymbols", { count: others.length }), value }];
}

export type Charts = Output<typeof charts>;
type Line = Charts["growth"];
type Viewer = { t: Translate<"statistics">; language: Language; now: Date };

const points = (line: Line): Point[] => line.map(([at, value]) => ({ at, value }));

/** Draws the page's charts, each with a sentence that describes it for screen readers. */
export function drawCharts(chartData: Charts, account: AccountPage, viewer: Viewer) {
  const { t, language } = viewer;
  const [from, to] = [chartData.growth[0]?.[0], chartData.growth.at(-1)?.[0]];
  if (from === undefined || to === undefined) return null;
  const span = { from: day(from, language), to: day(to, language) };
  const { opening } = chartData;
  const money = moneyOf(account, language);
  const hasMoney = chartData.balance !== undefined;
  return {
    opened:
      opening &&
      (opening.balance ? t("openedWith", { money: money(Number(opening.balance)) }) : t("figure_opening")),
    growth: { drawing: drawGrowth(chartData, viewer), description: growthText(chartData, span, viewer) },
    balance: chartData.balance && {
      drawing: drawMoney(chartData, account, viewer),
      description: t("balanceDescription", { ...span, value: money(chartData.balance.at(-1)?.[1] ?? 0) }),
    },
    symbols: {
      title: t(hasMoney ? "symbolsChart" : "symbolsShareChart"),
      bars: drawBars(symbolsOf(chartData, hasMoney, t), (value) =>
        hasMoney ? money(value, true) : fractionText(value, language, { fixed: true }),
      ),
    },
  };
}

/** Growth above, drawdown from its peak below: two panels with their own value axes and one time axis. */
function drawGrowth({ growth, drawdown }: Charts, { t, language, now }: Viewer) {
  const percent = (value: number) => fractionText(value, language, { sign: true, fixed: true });
  const short = (value: number) => fractionText(value, language, { sign: true });
  const peak = extreme(growth, (a, b) => a > b);
  const deepest = extreme(drawdown, (a, b) => a < b);
  const marked = (point: Point | null, label: (value: string, date: string) => string) =>
    point && point.value !== 0
      ? [{ ...point, label: label(percent(point.value), utcDayText(point.at, language, now.getTime())) }]
      : [];
  return drawLines(
    [
      {
        height: 190,
        space: 22,
        withZero: true,
        format: percent,
        formatMark: (value) => fractionText(value, language),
        series: [
          {
            name: t("growthLine"),
            points: points(growth),
            isFilled: true,
            marked: marked(peak, (value, date) => t("peakMark", { value, date })),
          },
        ],
      },
      {
        height: 70,
        space: 8,
        spaceBelow: 18,
        isPlain: true,
        withZero: true,
        format: percent,
        series: [
          {
            name: t("drawdownLine"),
            points: points(drawdown),
            isFilled: true,
            tone: "down",
            marked: marked(deepest, (value, date) => `${value}, ${date}`),
          },
        ],
      },
    ],
    {
      language,
      now,
      hasStepInterpolation: true,
      readOut: ([grown, below]) =>
        [short(grown ?? 0), below ? t("belowPeak", { value: short(below) }) : t("atPeak")].join(", "),
    },
  );
}

function drawMoney(
  { balance = [], equity = [] }: Charts,
  account: AccountPage,
  { t, language, now }: Viewer,
) {
  const money = moneyOf(account, language);
  const lines: Series[] = [{ name: t("figure_balance"), points: points(balance) }];
  // drawn under the balance, so that the exact line is on top
  if (equity.length > 1) lines.unshift({ name: t("figure_equity"), points: points(equity), tone: "second" });
  return drawLines(
    [
      {
        height: 200,
        space: 6,
        series: lines,
        format: (value) => money(value),
        formatMark: (value) =>
          formatNumber(value, language, { notation: "compact", maximumFractionDigits: 1 }),
      },
    ],
    {
      language,
      now,
      hasStepInterpolation: true,
      readOut: (values) => {
        const [under, over = under] = lines.map((_, index) =>
          values[index] === undefined ? "–" : money(values[index]),
        );
        // no position was open at that time
        if (under === over) return `${lines.length > 1 ? t("balanceChart") : t("figure_balance")} ${over}`;
        return `${t("figure_balance")} ${over}, ${t("figure_equity")} ${under}`;
      },
    },
  );
}

function growthText(
  { growth, drawdown }: Charts,
  span: { from: string; to: string },
  { t, language }: Viewer,
) {
  const percent = (value: number) => fractionText(value, language, { fixed: true });
  return [
    t("growthDescription", { ...span, value: percent(growth.at(-1)?.[1] ?? 0) }),
    t("drawdownDescription", { value: percent(extreme(drawdown, (a, b) => a < b)?.value ?? 0) }),
  ].join(" ");
}

const extreme = (line: Line, isBeyond: (a: number, b: number) => boolean): Point | null =>
  line.reduce<Point | null>(
    (found, [at, value]) => (found === null || isBeyond(value, found.value) ? { at, value } : found),
    null,
  );

/** Returns a function that formats an amount in the account's currency. */
export const moneyOf =
  ({ currency, currencyDisplay }: AccountPage, language: Language) =>
  (value: number, sign = false) =>
    tradingMoney(value.toFixed(placesOf(currency)), { language, currency, display: currencyDisplay, sign });

const day = (time: number, language: Language) => utcDateText(new Date(time).toISOString(), language);

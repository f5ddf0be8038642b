import { drawBars } from "#app/components/chart/bar-drawing.server";
import { drawLines } from "#app/components/chart/line-drawing.server";
import { dateText } from "#app/lib/dates";
import { formatNumber, fractionText } from "#app/lib/numbers";
import { tradingMoney } from "#app/lib/trading-money";
import type { Output } from "#contract/call";
import { dateFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import { placesOf } from "#contract/monitoring/currency";
import type { AccountPage, charts } from "#contract/monitoring/index";
import type { Translate } from "#locales/translate";

type Charts = Output<typeof charts>;
type Line = Charts["growth"];

const points = (line: Line) => line.map(([at, value]) => ({ at, value }));
/** A picture with more bars than this is no longer read as bars. */
const monthsDrawn = 24;

/** Works out the page's pictures, with a sentence on each for those who can't see them. */
export function drawCharts(
  found: Charts,
  { currency, currencyDisplay }: AccountPage,
  t: Translate<"statistics">,
  language: Language,
) {
  const percent = (value: number) => fractionText(value, language);
  const money = (value: number) =>
    tradingMoney(value.toFixed(placesOf(currency)), { language, currency, display: currencyDisplay });
  const shortMoney = (value: number) =>
    formatNumber(value, language, { notation: "compact", maximumFractionDigits: 1 });
  const [from, to] = [found.growth[0]?.[0], found.growth.at(-1)?.[0]];
  const span =
    from === undefined || to === undefined ? null : { from: day(from, language), to: day(to, language) };
  if (!span) return null;
  // the first picture is the large one; the others stand two in a row
  const large = { language, pointLimit: 72, rowLimit: 8 };
  const small = { language, pointLimit: 40, rowLimit: 6 };
  const months = found.months.slice(-monthsDrawn);
  const hasMoney = found.balance !== undefined;
  const { opening } = found;
  const dot = (value: number) =>
    opening && {
      dot: {
        at: Date.parse(opening.at),
        value,
        label: opening.balance
          ? t("openedWith", { money: money(Number(opening.balance)) })
          : t("figure_opening"),
      },
    };
  return {
    growth: {
      drawing: drawLines([{ name: t("growthChart"), points: points(found.growth), isFilled: true }], {
        ...large,
        format: percent,
        withZero: true,
        ...dot(0),
      }),
      description: t("growthDescription", { ...span, value: percent(found.growth.at(-1)?.[1] ?? 0) }),
    },
    drawdown: {
      drawing: drawLines(
        [{ name: t("drawdownChart"), points: points(found.drawdown), isFilled: true, isDown: true }],
        { ...small, format: percent, withZero: true },
      ),
      description: t("drawdownDescription", {
        ...span,
        value: percent(Math.min(0, ...found.drawdown.map(([, value]) => value))),
      }),
    },
    balance: found.balance && {
      drawing: drawLines(
        [
          { name: t("figure_balance"), points: points(found.balance) },
          ...(found.equity && found.equity.length > 1
            ? [{ name: t("figure_equity"), points: points(found.equity) }]
            : []),
        ],
        { ...small, format: money, formatMark: shortMoney, ...dot(Number(opening?.balance ?? 0)) },
      ),
      description: t("balanceDescription", { ...span, value: money(found.balance.at(-1)?.[1] ?? 0) }),
    },
    months: {
      title: t(hasMoney ? "monthsChart" : "monthsGrowthChart"),
      drawing: hasMoney
        ? drawBars(
            months.map(({ month, net = "0" }) => ({ label: monthText(month, language), value: Number(net) })),
            { format: money, formatMark: shortMoney },
          )
        : drawBars(
            months.map(({ month, growth }) => ({ label: monthText(month, language), value: growth ?? 0 })),
            { format: percent },
          ),
    },
    symbols: {
      title: t(hasMoney ? "symbolsChart" : "symbolsShareChart"),
      drawing: hasMoney
        ? drawBars(
            found.symbols.map(({ symbol, net = "0" }) => ({ label: symbol, value: Number(net) })),
            { format: money, formatMark: shortMoney },
          )
        : drawBars(
            found.symbols.map(({ symbol, share }) => ({ label: symbol, value: share })),
            { format: percent },
          ),
    },
  };
}

const monthText = (month: string, language: Language) =>
  dateFormat(language, { month: "2-digit", year: "2-digit", timeZone: "UTC" }).format(
    Date.parse(`${month}-01`),
  );

const day = (time: number, language: Language) => dateText(new Date(time).toISOString(), language);

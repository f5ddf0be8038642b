import { useLanguage, useText } from "#app/components/text";
import { Tile, Tiles } from "#app/components/ui/tile";
import { tradingMoney } from "#app/lib/trading-money";
import type { FigureKey, FigureValues } from "#contract/monitoring/figures";
import { figures as figureList } from "#contract/monitoring/figures";
import type { AccountPage } from "#contract/monitoring/index";
import { figureText, trendOf } from "./figure-text";
import type { PageData } from "./load.server";

type Props = Pick<PageData, "figures"> & { account: AccountPage };

const withMoney: FigureKey[] = [
  "growth",
  "net_profit",
  "relative_drawdown",
  "balance",
  "equity",
  "profit_factor",
  "win_rate",
  "trades",
];
const inPercent: FigureKey[] = [
  "growth",
  "profit_percent",
  "relative_drawdown",
  "current_drawdown",
  "profit_factor",
  "win_rate",
  "trades",
  "views",
];

/** The same figures, of one of them the percent alone. */
function withoutMoney(figures: FigureValues, key: FigureKey): FigureValues {
  const value = figures[key];
  return value && typeof value === "object" && "percent" in value
    ? { ...figures, [key]: { percent: value.percent } }
    : figures;
}

/** The few figures that matter, large. */
export function MainFigures({ figures, account }: Props) {
  const t = useText("statistics");
  const language = useLanguage();
  const shown = figures.balance === undefined ? inPercent : withMoney;
  const format = { language, currency: account.currency, currencyDisplay: account.currencyDisplay };
  const percentOf = (key: FigureKey) => figureText(key, withoutMoney(figures, key), format);
  const mainText = (key: FigureKey) =>
    figureList[key].unit === "fall" ? percentOf(key) : figureText(key, figures, format);
  const noteOf = (key: FigureKey) => {
    if (key === "net_profit") return figureText("profit_percent", figures, format);
    const value = figures[key];
    return value && typeof value === "object" && value.money
      ? tradingMoney(value.money, { ...format, display: account.currencyDisplay })
      : undefined;
  };
  return (
    <section id="main-figures" className="main-figures" aria-label={t("mainFigures")}>
      <Tiles>
        {shown.map((key) => {
          const reason = figures.reasons[key];
          return (
            <Tile
              key={key}
              label={t(`figure_${key}`)}
              trend={trendOf(key, figures)}
              note={reason ? t("undefined", { reason: t(`reason_${reason}`) }) : noteOf(key)}
            >
              {mainText(key) ?? "–"}
            </Tile>
          );
        })}
      </Tiles>
    </section>
  );
}

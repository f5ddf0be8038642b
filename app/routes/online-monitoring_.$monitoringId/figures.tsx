import { useLanguage, useTranslations } from "#app/components/translations";
import { figureText, trendOf } from "#app/lib/figure-text";
import { paths } from "#app/paths";
import type { FigureKey } from "#contract/monitoring/figures";
import { figureAnchor } from "#contract/monitoring/figures";
import type { AccountPage } from "#contract/monitoring/index";
import type { PageData } from "./load.server";

type Props = Pick<PageData, "figures" | "days"> & { account: AccountPage };

/** The most important figures; the page of all figures has the rest. */
const groups = {
  money: [
    "balance",
    "equity",
    "net_profit",
    "profit_percent",
    "deposits",
    "withdrawals",
    "max_balance",
    "free_margin",
    "views",
  ],
  risk: [
    "relative_drawdown",
    "current_drawdown",
    "equity_relative_drawdown",
    "equity_current_drawdown",
    "profit_factor",
    "recovery_factor",
    "sharpe_annual",
    "sortino_annual",
    "deposit_load",
  ],
  trades: [
    "trades",
    "win_rate",
    "expectancy",
    "average_win",
    "average_loss",
    "best_trade",
    "worst_trade",
    "holding_seconds",
    "longest_win_run",
    "longest_loss_run",
  ],
} as const satisfies Record<string, readonly FigureKey[]>;

/** Three groups of figures, collapsed on phones; each links to its definition. */
export function Figures({ figures, days, account }: Props) {
  const t = useTranslations("statistics");
  const language = useLanguage();
  const format = { language, currency: account.currency, currencyDisplay: account.currencyDisplay };
  const allFigures = paths.monitoringFigures(account.monitoringId, days);
  const rowOf = (key: FigureKey) => {
    const trend = trendOf(key, figures);
    return (
      <li key={key}>
        <a href={`${allFigures}#${figureAnchor(key)}`}>{t(`figure_${key}`)}</a>{" "}
        <b className={trend === "flat" ? undefined : trend}>{figureText(key, figures, format) ?? "–"}</b>
      </li>
    );
  };
  return (
    <section id="figures">
      <h2 className="hidden-text">{t("figures")}</h2>
      <div className="thirds">
        {(["money", "risk", "trades"] as const).map((group) => (
          <details key={group} className="card fold">
            <summary>{t(`group_${group}`)}</summary>
            <ul className="figure-list">
              {groups[group]
                .filter((key) => figures[key] !== undefined && (key !== "views" || account.isOwner))
                .map(rowOf)}
            </ul>
          </details>
        ))}
      </div>
      <p className="small muted">
        {figures.balance === undefined && `${t("moneyHidden")} `}
        <a className="lone" href={allFigures}>
          {t("allFigures")}
        </a>
      </p>
    </section>
  );
}

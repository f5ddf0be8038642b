import { useLanguage, useText } from "#app/components/text";
import { figureText, trendOf } from "#app/lib/figure-text";
import { paths } from "#app/paths";
import type { FigureKey } from "#contract/monitoring/figures";
import type { AccountPage } from "#contract/monitoring/index";
import type { PageData } from "./load.server";

type Props = Pick<PageData, "figures" | "days"> & { account: AccountPage };

/** What a reader looks for first; the address of all figures has the rest. */
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

/** Three groups of figures, folded on phones; the definition of each opens on its row. */
export function Figures({ figures, days, account }: Props) {
  const t = useText("statistics");
  const language = useLanguage();
  const format = { language, currency: account.currency, currencyDisplay: account.currencyDisplay };
  const rowOf = (key: FigureKey) => {
    const reason = figures.reasons[key];
    const trend = trendOf(key, figures);
    return (
      <li key={key}>
        <details>
          <summary>
            <span>{t(`figure_${key}`)}</span>{" "}
            <b className={trend === "flat" ? undefined : trend}>{figureText(key, figures, format) ?? "–"}</b>
          </summary>
          <p>
            {t(`define_${key}`)}
            {reason && ` ${t("undefined", { reason: t(`reason_${reason}`) })}.`}
          </p>
        </details>
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
              {groups[group].filter((key) => figures[key] !== undefined).map(rowOf)}
            </ul>
          </details>
        ))}
      </div>
      <p className="small muted">
        {figures.balance === undefined && `${t("moneyHidden")} `}
        <a className="lone" href={paths.monitoringFigures(account.monitoringId, days)}>
          {t("allFigures")}
        </a>
      </p>
    </section>
  );
}

import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Sparkline } from "#app/components/chart/sparkline";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { buttonClass } from "#app/components/ui/button";
import { connectionTone } from "#app/lib/connection-tone";
import { dateTimeText, dayText } from "#app/lib/dates";
import { fractionText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import type { AccountRow as Row } from "#contract/monitoring/index";
import { tradingMoney } from "#contract/monitoring/trading-money";
import { RowMenu } from "./row-menu";

/** An account with its growth as an SVG path. */
export type AccountWithSparkline = Omit<Row, "growth"> & { sparkline: string | null; growth: number };

/** Cells take two lines per row, on phones as many as they need (app/styles/trading-accounts.css). */
const columns = [
  "number",
  "name",
  "server",
  "growth",
  "connection",
  "lastUpdate",
  "today",
  "month",
  "openResult",
  "equity",
  "balance",
  "views",
  "profit",
  "drawdown",
] as const;

const headings: Record<string, "growthChart" | "growthAndProfit"> = {
  growth: "growthChart",
  profit: "growthAndProfit",
};

/** The client's accounts with connection state and results. */
export function AccountTable({ accounts }: { accounts: readonly AccountWithSparkline[] }) {
  const t = useTranslations("accounts");
  return (
    <table className="plates-table accounts">
      <caption className="hidden-text">{t("accountsTab")}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={column}>
              {t(headings[column] ?? column)}
            </th>
          ))}
          <td className="actions" />
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <AccountRow key={account.monitoringId} account={account} />
        ))}
      </tbody>
    </table>
  );
}

function AccountRow({ account }: { account: AccountWithSparkline }) {
  const t = useTranslations("accounts");
  const language = useLanguage();
  const viewer = useViewer();
  const { monitoringId, number, name, server, state, heardAt } = account;
  const lastUpdate = heardAt ? dateTimeText(heardAt, viewer) : "–";
  return (
    <tr>
      <th scope="row" className="number">
        <a className="go" href={paths.monitoringPage(monitoringId)}>
          {number}
        </a>
      </th>
      <td className="name">{name}</td>
      <td className="server">{server ?? "–"}</td>
      <td className="growth">
        <Sparkline
          path={account.sparkline}
          label={`${t("growth")}, ${fractionText(account.growth, language, { sign: true, fixed: true })}`}
        />
      </td>
      <td className="connection">
        <Badge tone={connectionTone[state]}>
          {t(`state_${state}`, { date: heardAt ? dayText(heardAt, viewer) : "" })}
        </Badge>
      </td>
      <td className="lastUpdate">{lastUpdate}</td>
      {state === "waiting" ? <ToDo monitoringId={monitoringId} /> : <Figures account={account} />}
      <td className="actions">
        <RowMenu account={account} />
      </td>
    </tr>
  );
}

/** The remaining setup step, shown until data arrives. */
function ToDo({ monitoringId }: Pick<Row, "monitoringId">) {
  const t = useTranslations("accounts");
  return (
    <td className="to-do" colSpan={8}>
      <div className="row apart">
        {t("putAdapter")}{" "}
        <Link className={buttonClass()} to={paths.connectAccount(monitoringId)}>
          {t("connect")}
        </Link>
      </div>
    </td>
  );
}

function Figures({ account }: { account: AccountWithSparkline }) {
  const t = useTranslations("accounts");
  const language = useLanguage();
  const { currency, currencyDisplay: display, growthPercent: growth, profitPercent: profit } = account;
  const share = (value: number | null) =>
    value === null ? "–" : fractionText(value, language, { sign: true, fixed: true });
  const money = (value: string | null, sign = false) =>
    value === null ? "–" : tradingMoney(value, { language, currency, display, sign });
  return (
    <>
      <Cell column="today">
        <Result value={account.today}>{money(account.today, true)}</Result>
      </Cell>
      <Cell column="month">
        <Result value={account.month}>{money(account.month, true)}</Result>
      </Cell>
      <Cell column="openResult">
        <Result value={account.openResult}>{money(account.openResult, true)}</Result>
      </Cell>
      <Cell column="equity">{money(account.equity)}</Cell>
      <Cell column="balance">{money(account.balance)}</Cell>
      <Cell column="views">{account.views}</Cell>
      <td className="profit">
        <span className="hidden-text">{t("growth")} </span>
        {share(growth)}{" "}
        <span className="small muted">
          {t("profit")} {share(profit)}
        </span>
      </td>
      <td className="drawdown">
        <span className="named">{t("drawdown")} </span>
        <Drawdown now={account.drawdownNow} most={account.drawdownPercent} />
      </td>
    </>
  );
}

type Column = (typeof columns)[number];

/** A cell with its column's name, for layouts without a visible header. */
function Cell({ column, children }: { column: Column; children: ReactNode }) {
  const t = useTranslations("accounts");
  return (
    <td className={column}>
      <span className="named">{t(column)} </span>
      {children}
    </td>
  );
}

/** A trading result: only money is green or red. */
function Result({ value, children }: { value: string | null; children: ReactNode }) {
  const amount = Number(value);
  return <span className={amount > 0 ? "up" : amount < 0 ? "down" : undefined}>{children}</span>;
}

/** The current drawdown of balance or equity from its peak, compared with the largest one. */
function Drawdown({ now, most }: { now: number | null; most: number | null }) {
  const t = useTranslations("accounts");
  const language = useLanguage();
  if (most === null) return "–";
  const text = t("drawdownNow", {
    now: fractionText(now ?? 0, language, { fixed: true }),
    most: fractionText(most, language, { fixed: true }),
  });
  return (
    <>
      <span>{text}</span>
      {most > 0 && (
        <meter
          min={0}
          max={most}
          low={most / 2}
          high={(most * 3) / 4}
          optimum={0}
          value={now ?? 0}
          aria-hidden
        />
      )}
    </>
  );
}

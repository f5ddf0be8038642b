import { Link } from "@remix-run/react";
import { useLanguage, useText } from "#app/components/text";
import { Badge } from "#app/components/ui/badge";
import { Table } from "#app/components/ui/table";
import { connectionTone } from "#app/lib/connection-tone";
import { dateTimeText } from "#app/lib/dates";
import { fractionText } from "#app/lib/numbers";
import { tradingMoney } from "#app/lib/trading-money";
import { paths } from "#app/paths";
import type { AccountRow } from "#contract/monitoring/index";

/** The client's accounts with how they are connected and what they come to. */
export function AccountTable({ accounts }: { accounts: readonly AccountRow[] }) {
  const t = useText("accounts");
  const language = useLanguage();
  const money = (value: string | null, currency: string | null) =>
    value === null ? "–" : tradingMoney(value, { language, currency });
  const percent = (value: number | null, sign = false) =>
    value === null ? "–" : fractionText(value, language, { sign });
  const heard = (row: AccountRow) => (row.heardAt ? dateTimeText(row.heardAt, language) : "–");
  return (
    <Table
      caption={t("accountsTab")}
      rows={accounts}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "number",
          label: t("number"),
          isRowHeader: true,
          cell: ({ id, number }) => <a href={paths.monitoringPage(id)}>{number}</a>,
        },
        {
          key: "name",
          label: t("name"),
          cell: (row) => (
            <span className="account-name">
              {row.name}
              <RowActions row={row} />
            </span>
          ),
        },
        { key: "server", label: t("server"), cell: ({ server }) => server ?? "–" },
        {
          key: "connection",
          label: t("connection"),
          cell: (row) => (
            <span className="account-state">
              <Badge tone={connectionTone[row.state]}>{t(`state_${row.state}`, { time: heard(row) })}</Badge>
            </span>
          ),
        },
        {
          key: "balance",
          label: t("balance"),
          numeric: true,
          cell: ({ balance, currency }) => money(balance, currency),
        },
        {
          key: "equity",
          label: t("equity"),
          numeric: true,
          cell: ({ equity, currency }) => money(equity, currency),
        },
        {
          key: "profit",
          label: t("profit"),
          numeric: true,
          cell: ({ profitPercent }) => percent(profitPercent, true),
        },
        {
          key: "drawdown",
          label: t("drawdown"),
          numeric: true,
          cell: ({ drawdownPercent }) => percent(drawdownPercent),
        },
        { key: "views", label: t("views"), numeric: true, cell: ({ views }) => views },
        { key: "heard", label: t("lastUpdate"), cell: heard },
      ]}
    />
  );
}

function RowActions({ row: { id, state, serverId } }: { row: AccountRow }) {
  const t = useText("accounts");
  return (
    <span className="small account-links">
      {state === "silent" && serverId && (
        <Link to={paths.server(serverId, "control")}>{t("restartServer")}</Link>
      )}
      <Link to={paths.monitoringSettings(id, "common")}>{t("settings")}</Link>
      <Link to={paths.importHistory(id)}>{t("importHistory")}</Link>
      {(["edit", "key", "delete"] as const).map((dialog) => (
        <Link key={dialog} to={paths.monitoringAccount(id, dialog)} preventScrollReset>
          {t(dialog)}
        </Link>
      ))}
    </span>
  );
}

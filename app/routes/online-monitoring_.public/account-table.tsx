import { Sparkline } from "#app/components/chart/sparkline";
import { Form } from "#app/components/form";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { Button } from "#app/components/ui/button";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { TypedName } from "#app/components/ui/typed-name";
import { fixedText, fractionText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import { daysFromTo } from "#contract/day";
import type { PublicAccount, PublicQuery, PublicSort } from "#contract/monitoring/index";
import { addressOf } from "./address";

type Row = Omit<PublicAccount, "line"> & { sparkline: string | null };

/** The accounts found. Two checked accounts are compared by the surrounding form. */
export function AccountTable({ accounts, query }: { accounts: readonly Row[]; query: PublicQuery }) {
  const t = useTranslations("public");
  const columns = useColumns(query).filter(({ key }) => key !== "compare" || accounts.length > 1);
  return (
    <Form reloadDocument method="get" action={paths.compareAccounts()} className="stack">
      <Table
        caption={t("title")}
        columns={columns}
        rows={accounts}
        rowKey={({ monitoringId }) => monitoringId}
      />
      {accounts.length > 1 && (
        <Button type="submit" className="compare-two">
          {t("compareTwo")}
        </Button>
      )}
    </Form>
  );
}

function useColumns(query: PublicQuery): Column<Row>[] {
  const t = useTranslations("public");
  const language = useLanguage();
  const fraction = (value: number | null, sign = false) =>
    value === null ? "–" : fractionText(value, language, { sign, fixed: true });
  /** Every sort order puts the best first; only for drawdowns is that the smallest value. */
  const by = (sort: PublicSort) => ({
    href: addressOf({ ...query, sort, page: 1 }),
    ...(query.sort === sort && {
      direction: sort === "drawdown" ? ("ascending" as const) : ("descending" as const),
    }),
  });
  return [
    {
      key: "name",
      label: t("name"),
      isRowHeader: true,
      cell: ({ monitoringId, name }) => (
        <a className="go" href={paths.monitoringPage(monitoringId)}>
          <TypedName>{name}</TypedName>
        </a>
      ),
    },
    { key: "from", label: t("from"), phonePosition: "plain", cell: (row) => <From {...row} /> },
    {
      key: "line",
      label: t("line"),
      phonePosition: "plain",
      cell: ({ sparkline, growth }) => (
        <Sparkline path={sparkline} label={`${t("growth")}, ${fraction(growth, true)}`} />
      ),
    },
    {
      key: "factor",
      label: t("factor"),
      numeric: true,
      isLow: true,
      sort: by("factor"),
      cell: ({ profitFactor }) => (profitFactor === null ? "–" : fixedText(profitFactor, language)),
    },
    {
      key: "history",
      label: t("history"),
      phonePosition: "plain",
      sort: by("age"),
      cell: ({ since, until, trades }) => (
        <>
          {since && until && t("days", { count: daysFromTo(since, until) })}
          <span className="on-phone">, </span>
          <span className="below">{t("trades", { count: trades })}</span>
        </>
      ),
    },
    {
      key: "growth",
      label: t("growth"),
      numeric: true,
      phonePosition: "figure",
      sort: by("growth"),
      cell: ({ growth }) => (
        <span className={growth !== null && growth < 0 ? "down" : undefined}>{fraction(growth, true)}</span>
      ),
    },
    {
      key: "drawdown",
      label: t("drawdown"),
      numeric: true,
      sort: by("drawdown"),
      cell: ({ drawdown }) => fraction(drawdown),
    },
    {
      key: "compare",
      label: t("compare"),
      phonePosition: "state",
      cell: ({ monitoringId, name }) => (
        <label className="choice">
          <input type="checkbox" name="a" value={monitoringId} aria-label={t("compareNamed", { name })} />
          <span className="on-phone" aria-hidden="true">
            {t("compare")}
          </span>
        </label>
      ),
    },
  ];
}

/** Account mode (real money or not), and the broker's server. */
function From({ mode, server }: Pick<Row, "mode" | "server">) {
  const t = useTranslations("public");
  return (
    <>
      {mode && <Badge tone={mode === "real" ? "positive" : "neutral"}>{t(`mode_${mode as "demo"}`)}</Badge>}{" "}
      <span className="below">{server && <TypedName>{server}</TypedName>}</span>
    </>
  );
}

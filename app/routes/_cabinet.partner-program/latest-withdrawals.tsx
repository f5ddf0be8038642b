import { Link } from "@remix-run/react";
import { useLanguage, useText } from "#app/components/text";
import type { Tone } from "#app/components/ui/badge";
import { Badge } from "#app/components/ui/badge";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { Withdrawal } from "#contract/partner/index";
import type { WithdrawalStatus } from "#contract/partner/withdrawal-status";

const tones: Record<WithdrawalStatus, Tone> = {
  confirming: "warning",
  underReview: "info",
  paidOut: "positive",
  rejected: "negative",
  cancelled: "neutral",
};

/** The latest requests and what became of them. */
export function LatestWithdrawals({ rows }: { rows: Withdrawal[] }) {
  const t = useText("partnerFigures");
  const language = useLanguage();
  if (rows.length === 0) return null;
  const columns: Column<Withdrawal>[] = [
    {
      key: "date",
      label: t("date"),
      cell: ({ createdAt }) => dateText(createdAt, language),
      isRowHeader: true,
    },
    { key: "method", label: t("method"), cell: ({ methodName }) => methodName },
    {
      key: "wallet",
      label: t("wallet"),
      cell: ({ wallet }) => <span className="wrap">{wallet}</span>,
    },
    {
      key: "amount",
      label: t("amount"),
      cell: ({ amountCents }) => moneyText(amountCents, language),
      numeric: true,
    },
    {
      key: "status",
      label: t("status"),
      cell: ({ status, reason }) => (
        <>
          <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>
          {reason && <p className="small">{reason}</p>}
        </>
      ),
    },
  ];
  return (
    <>
      <h3>{t("latestWithdrawals")}</h3>
      <Table caption={t("latestWithdrawals")} columns={columns} rows={rows} rowKey={({ id }) => id} />
      <p>
        <Link to={paths.history("withdrawals")}>{t("allWithdrawals")}</Link>
      </p>
    </>
  );
}

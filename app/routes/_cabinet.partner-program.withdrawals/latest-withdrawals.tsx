import { Link } from "@remix-run/react";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import type { Tone } from "#app/components/ui/badge";
import { Badge } from "#app/components/ui/badge";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { Withdrawal } from "#contract/partners/index";
import type { WithdrawalStatus } from "#contract/partners/withdrawal-status";

type Decidable = Exclude<WithdrawalStatus, "confirming">;

const tones: Record<Decidable, Tone> = {
  underReview: "info",
  processing: "info",
  paidOut: "positive",
  rejected: "negative",
  cancelled: "neutral",
};

/**
 * The latest withdrawals and their status. One with an unconfirmed wallet is shown above them (`PendingWithdrawal`).
 */
export function LatestWithdrawals({ rows: withdrawals }: { rows: Withdrawal[] }) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  const viewer = useViewer();
  const rows = withdrawals.flatMap(({ status, ...rest }) =>
    status === "confirming" ? [] : [{ ...rest, status }],
  );
  if (rows.length === 0) return null;
  const columns: Column<(typeof rows)[number]>[] = [
    {
      key: "method",
      label: t("method"),
      isRowHeader: true,
      cell: ({ methodName, wallet, reason, reference }) => (
        <>
          {methodName} <small className="wrap muted">{wallet}</small>
          {reason && <p className="small">{reason}</p>}
          {reference && <p className="small wrap">{t("paymentReference", { reference })}</p>}
        </>
      ),
    },
    {
      key: "date",
      label: t("date"),
      phonePosition: "plain",
      cell: ({ createdAt }) => <span className="nowrap">{dateText(createdAt, viewer)}</span>,
    },
    {
      key: "amount",
      label: t("amount"),
      phonePosition: "figure",
      cell: ({ amountCents }) => moneyText(amountCents, language),
      numeric: true,
    },
    {
      key: "status",
      label: t("status"),
      phonePosition: "state",
      cell: ({ status }) => <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>,
    },
  ];
  return (
    <section className="card">
      <h2>{t("latestWithdrawals")}</h2>
      <Table caption={t("latestWithdrawals")} columns={columns} rows={rows} rowKey={({ id }) => id} />
      <p>
        <Link className="lone" to={paths.history("withdrawals")}>
          {t("allWithdrawals")}
        </Link>
      </p>
    </section>
  );
}

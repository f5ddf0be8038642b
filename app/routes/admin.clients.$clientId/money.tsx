import { OperationButton } from "#app/components/admin/operation-button";
import { OperationTable } from "#app/components/admin/operation-table";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { dateTimeText } from "#app/lib/dates";
import { amountText, moneyText } from "#app/lib/money";
import type { AdminClient } from "#contract/admin/index";

type LinesProps = { lines: AdminClient["lines"]; caption: string };

/** The latest ledger lines of one of the client's balances. */
export function Lines({ lines, caption }: LinesProps) {
  const t = useTranslations("admin");
  const viewer = useViewer();
  const language = useLanguage();
  const columns: Column<AdminClient["lines"][number]>[] = [
    { key: "about", label: t("operation"), isRowHeader: true, cell: ({ about }) => about },
    { key: "at", label: t("date"), cell: ({ at }) => dateTimeText(at, viewer) },
    {
      key: "amount",
      label: t("amount"),
      numeric: true,
      phonePosition: "figure",
      cell: ({ amountCents }) => moneyText(amountCents, language, { sign: true }),
    },
    {
      key: "balance",
      label: t("balance"),
      numeric: true,
      cell: ({ balanceCents }) => moneyText(balanceCents, language),
    },
  ];
  return (
    <section>
      <h2>{caption}</h2>
      {lines.length > 0 ? (
        <Table caption={caption} columns={columns} rows={lines} rowKey={({ id }) => id} />
      ) : (
        <p className="muted">{t("nothing")}</p>
      )}
    </section>
  );
}

type DepositsProps = { client: AdminClient; mayRefund: boolean; returnTo: string; idempotencyKey: string };

/** The latest deposits; received ones can be refunded once. */
export function Deposits({ client, mayRefund, ...about }: DepositsProps) {
  const t = useTranslations("admin");
  const viewer = useViewer();
  const language = useLanguage();
  const columns: Column<AdminClient["deposits"][number]>[] = [
    {
      key: "id",
      label: t("order"),
      isRowHeader: true,
      cell: ({ id }) => <span className={id.length > 24 ? "wrap" : "nowrap"}>{id}</span>,
    },
    { key: "at", label: t("date"), cell: ({ at }) => dateTimeText(at, viewer) },
    { key: "method", label: t("method"), cell: ({ method }) => method },
    {
      key: "sum",
      label: t("amount"),
      numeric: true,
      phonePosition: "figure",
      cell: ({ sumCents }) => moneyText(sumCents, language),
    },
    { key: "status", label: t("status"), cell: ({ status }) => t(`deposit_${status}` as "deposit_received") },
    {
      key: "actions",
      label: t("actions"),
      hideLabel: true,
      phonePosition: "state",
      cell: ({ id, sumCents, refundedCents, status }) => {
        if (!mayRefund || status !== "received") return null;
        if (refundedCents > 0) return t("refundedSum", { sum: moneyText(refundedCents, language) });
        // at most what the balance holds; of an empty one only the payer's bank takes money back
        const mostCents = Math.min(sumCents, client.balanceCents);
        const input = { orderId: id, ...(mostCents > 0 && { amount: amountText(mostCents) }) };
        return (
          <OperationButton operation="deposits refund" input={input} hasForm {...about}>
            {mostCents > 0 ? t("refundSum", { sum: moneyText(mostCents, language) }) : undefined}
          </OperationButton>
        );
      },
    },
  ];
  return (
    <section>
      <h2>{t("deposits")}</h2>
      {client.deposits.length > 0 ? (
        <Table caption={t("deposits")} columns={columns} rows={client.deposits} rowKey={({ id }) => id} />
      ) : (
        <p className="muted">{t("nothing")}</p>
      )}
    </section>
  );
}

type WithdrawalsProps = { client: AdminClient; returnTo: string; idempotencyKey: string };

/** The latest withdrawals, with who decided them and the reference of the payment. */
export function Withdrawals({ client, ...about }: WithdrawalsProps) {
  const t = useTranslations("admin");
  return (
    <section>
      <h2>{t("withdrawals")}</h2>
      <OperationTable
        operation="clients withdrawals"
        caption={t("withdrawals")}
        rows={client.withdrawals}
        {...about}
      />
    </section>
  );
}

import { Link } from "@remix-run/react";
import { useLedgerColumns } from "#app/components/ledger-columns";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Table } from "#app/components/ui/table";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { Operation } from "#contract/balance/index";

/** Whatever has moved the balance, with the balance after it. */
export function OperationTable({ movements }: { movements: Operation[] }) {
  const t = useTranslations("history");
  const shared = useTranslations("balance");
  const language = useLanguage();
  const begun = useLedgerColumns(shared("about"));
  return (
    <Table
      caption={shared("operations")}
      rows={movements}
      rowKey={({ id }) => id}
      columns={[
        ...begun,
        {
          key: "sum",
          label: shared("sumColumn"),
          place: "figure",
          numeric: true,
          cell: ({ amountCents }) => (
            <span className={amountCents > 0 ? "up" : undefined}>
              {moneyText(amountCents, language, { sign: true })}
            </span>
          ),
        },
        {
          key: "balance",
          label: t("balanceAfter"),
          isLow: true,
          numeric: true,
          cell: ({ balanceCents }) => <span className="muted">{moneyText(balanceCents, language)}</span>,
        },
        {
          key: "receipt",
          label: t("receiptColumn"),
          hideLabel: true,
          cell: ({ receipt }) =>
            receipt && (
              <Link className="go" to={paths.receipt(receipt.kind, receipt.id)}>
                {t("receiptLink")}
              </Link>
            ),
        },
      ]}
    />
  );
}

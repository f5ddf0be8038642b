import { Link } from "@remix-run/react";
import { useLedgerColumns } from "#app/components/ledger-columns";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Table } from "#app/components/ui/table";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { LedgerLine } from "#contract/balance/index";
import type { HistoryKind } from "#contract/balance/ledger-lines";

/** The rows of a history. Signs are shown where a history has both directions. */
export function Movements({ kind, movements }: { kind: HistoryKind; movements: LedgerLine[] }) {
  const t = useTranslations("history");
  const shared = useTranslations("balance");
  const language = useLanguage();
  const begun = useLedgerColumns(t(`about_${kind}`));
  const sign = kind !== "deposits";
  const row = (to: string, words: string) => (
    <Link className="go" to={to}>
      {words}
    </Link>
  );
  return (
    <Table
      caption={shared(`history_${kind}`)}
      rows={movements}
      rowKey={({ id }) => id}
      columns={[
        ...begun,
        {
          key: "sum",
          label: shared("sumColumn"),
          place: "figure",
          numeric: true,
          cell: ({ amountCents }) => moneyText(amountCents, language, { sign }),
        },
        {
          key: "receipt",
          label: t("receiptColumn"),
          hideLabel: true,
          cell: ({ id, hasReceipt }) =>
            hasReceipt
              ? row(paths.receipt(kind, id), t("receiptLink"))
              : kind === "deposits" && row(paths.depositStatus(id), t("details")),
        },
      ]}
    />
  );
}

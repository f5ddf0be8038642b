import { Link } from "@remix-run/react";
import { useLanguage, useText } from "#app/components/text";
import { Badge } from "#app/components/ui/badge";
import { Table } from "#app/components/ui/table";
import { dateText, dateTimeText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { movementTone } from "#app/lib/movement-tone";
import { paths } from "#app/paths";
import type { Operation } from "#contract/balance/index";

/** Whatever has moved the balance, with the balance after it. */
export function OperationTable({ movements }: { movements: Operation[] }) {
  const t = useText("history");
  const shared = useText("balance");
  const language = useLanguage();
  return (
    <Table
      caption={shared("operations")}
      rows={movements}
      rowKey={({ id }) => id}
      columns={[
        { key: "about", label: shared("about"), cell: ({ about }) => about, isRowHeader: true },
        {
          key: "date",
          label: shared("date"),
          place: "plain",
          cell: ({ at }) => (
            <time className="nowrap" dateTime={at} title={dateTimeText(at, language)}>
              {dateText(at, language)}
            </time>
          ),
        },
        {
          key: "status",
          label: shared("status"),
          place: "state",
          cell: ({ status }) => <Badge tone={movementTone[status]}>{shared(`status_${status}`)}</Badge>,
        },
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

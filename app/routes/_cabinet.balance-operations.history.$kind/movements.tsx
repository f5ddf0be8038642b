import { Link } from "@remix-run/react";
import { useLanguage, useText } from "#app/components/text";
import { Badge } from "#app/components/ui/badge";
import { Table } from "#app/components/ui/table";
import { dateText, dateTimeText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { movementTone } from "#app/lib/movement-tone";
import { paths } from "#app/paths";
import type { Movement } from "#contract/balance/index";
import type { HistoryKind } from "#contract/balance/movements";

/** The rows of a history. Signs are shown where a history has both directions. */
export function Movements({ kind, movements }: { kind: HistoryKind; movements: Movement[] }) {
  const t = useText("history");
  const shared = useText("balance");
  const language = useLanguage();
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
        { key: "about", label: t(`about_${kind}`), cell: ({ about }) => about, isRowHeader: true },
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
          cell: ({ amountCents }) => moneyText(amountCents, language, { sign }),
        },
        {
          key: "receipt",
          label: t("receiptColumn"),
          hideLabel: true,
          cell: ({ id, hasReceipt, status }) =>
            hasReceipt
              ? row(paths.receipt(kind, id), t("receiptLink"))
              : kind === "deposits" && status !== "rejected" && row(paths.depositStatus(id), t("details")),
        },
      ]}
    />
  );
}

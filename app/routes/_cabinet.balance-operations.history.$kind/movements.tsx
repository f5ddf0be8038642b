import { Link } from "@remix-run/react";
import { useLanguage, useText } from "#app/components/text";
import type { Tone } from "#app/components/ui/badge";
import { Badge } from "#app/components/ui/badge";
import { Table } from "#app/components/ui/table";
import { dateTimeText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { Movement } from "#contract/balance/index";
import type { HistoryKind, MovementStatus } from "#contract/balance/movements";

const tones: Record<MovementStatus, Tone> = {
  received: "positive",
  sent: "neutral",
  underReview: "info",
  paidOut: "positive",
  cancelled: "neutral",
  paid: "neutral",
  notPaid: "warning",
  processing: "info",
  rejected: "negative",
  deleted: "neutral",
};

/** The rows of a history. Signs are shown where a history has both directions. */
export function Movements({ kind, movements }: { kind: HistoryKind; movements: Movement[] }) {
  const t = useText("history");
  const shared = useText("balance");
  const language = useLanguage();
  const sign = kind !== "deposits";
  return (
    <Table
      caption={shared(`history_${kind}`)}
      rows={movements}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "date",
          label: shared("date"),
          cell: ({ at }) => <time dateTime={at}>{dateTimeText(at, language)}</time>,
          isRowHeader: true,
        },
        { key: "about", label: t(`about_${kind}`), cell: ({ about }) => about },
        {
          key: "sum",
          label: shared("sumColumn"),
          cell: ({ amountCents }) => moneyText(amountCents, language, { sign }),
          numeric: true,
        },
        {
          key: "status",
          label: shared("status"),
          cell: ({ status }) => <Badge tone={tones[status]}>{shared(`status_${status}`)}</Badge>,
        },
        {
          key: "receipt",
          label: t("receiptColumn"),
          hideLabel: true,
          cell: ({ id, hasReceipt, status }) =>
            hasReceipt ? (
              <Link to={paths.receipt(kind, id)}>{t("receiptLink")}</Link>
            ) : (
              kind === "deposits" &&
              status !== "rejected" && <Link to={paths.depositStatus(id)}>{t("details")}</Link>
            ),
        },
      ]}
    />
  );
}

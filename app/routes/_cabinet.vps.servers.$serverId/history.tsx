import { Link } from "@remix-run/react";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { dateTimeText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { ServerEvent } from "#contract/vps/index";
import type { ServerPage } from "./load-server.server";

/** The server's history: payments with receipts, machine requests, and password reveals. */
export function History({ page: { events } }: { page: ServerPage }) {
  const t = useTranslations("server");
  const language = useLanguage();
  const viewer = useViewer();
  const columns: Column<ServerEvent>[] = [
    { key: "what", label: t("what"), isRowHeader: true, cell: (event) => <What event={event} /> },
    {
      key: "date",
      label: t("date"),
      phonePosition: "plain",
      cell: ({ at }) => <time dateTime={at}>{dateTimeText(at, viewer)}</time>,
    },
    {
      key: "sum",
      label: t("sum"),
      numeric: true,
      phonePosition: "figure",
      cell: ({ payment }) => payment && moneyText(payment.amountCents, language, { sign: true }),
    },
    {
      key: "receipt",
      label: t("receipt"),
      hideLabel: true,
      phonePosition: "state",
      cell: ({ payment }) =>
        payment?.receiptId && (
          <Link className="lone" to={paths.receipt("server-payments", payment.receiptId)}>
            {t("receipt")}
          </Link>
        ),
    },
  ];
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">{t("history")}</h2>
      <Table caption={t("history")} columns={columns} rows={events} rowKey={({ id }) => id} />
    </section>
  );
}

function What({ event: { kind, payment, status } }: { event: ServerEvent }) {
  const t = useTranslations("server");
  if (kind === "rent" || kind === "renewal") return t(kind, { count: payment?.months ?? 0 });
  if (kind === "upgrade" || kind === "refund") return t(kind, { tariff: payment?.tariff ?? "" });
  return [t(kind), status && t(status)].filter(Boolean).join(", ");
}

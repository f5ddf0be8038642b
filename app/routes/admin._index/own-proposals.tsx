import { useOperationText } from "#app/components/admin/operation-text";
import { Since } from "#app/components/admin/since";
import { useLanguage, useTranslations } from "#app/components/translations";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { Inbox } from "#contract/admin/index";

type Row = Inbox["ownProposals"][number];

/** The viewer's own proposals, which only a colleague can confirm. */
export function OwnProposals({ rows }: { rows: Row[] }) {
  const t = useTranslations("admin");
  const text = useOperationText();
  const language = useLanguage();
  const columns: Column<Row>[] = [
    {
      key: "about",
      label: t("about_"),
      isRowHeader: true,
      cell: ({ id, sum }) => (
        <a className="go" href={paths.adminInboxItem({ kind: "correction", itemId: id })}>
          {moneyText(sum.cents, language, sum)}
        </a>
      ),
    },
    {
      key: "client",
      label: t("client"),
      cell: ({ client, clientId }) => <a href={paths.adminClient(clientId)}>{client}</a>,
    },
    { key: "since", label: t("since"), cell: ({ since }) => <Since since={since} /> },
  ];
  return (
    <section>
      <h2>{t("ownProposals")}</h2>
      <Table caption={t("ownProposals")} columns={columns} rows={rows} rowKey={({ id }) => id} />
      <p>
        <a className="lone" href={paths.adminOperation("balance proposals", { returnTo: paths.admin })}>
          {text.title("balance proposals")}
        </a>
      </p>
    </section>
  );
}

import { useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { useTranslations, useViewer } from "#app/components/translations";
import { Button } from "#app/components/ui/button";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { dateTimeText } from "#app/lib/dates";
import { listState } from "#app/lib/server-list-url";
import type { SnapshotPage } from "./load.server";

type Row = NonNullable<SnapshotPage["snapshots"]>[number];
type Props = { page: Pick<SnapshotPage, "name" | "snapshots" | "limit">; canChange: boolean };

/** Snapshots to restore or delete; both need a confirmation. */
export function SnapshotList({ page: { name, snapshots, limit }, canChange }: Props) {
  const t = useTranslations("snapshots");
  const viewer = useViewer();
  const { search } = useLocation();
  if (!snapshots || snapshots.length === 0) return <p className="muted">{t("none")}</p>;
  const columns: Column<Row>[] = [
    { key: "name", label: t("name"), isRowHeader: true, cell: ({ name }) => <code>{name}</code> },
    {
      key: "madeOn",
      label: t("madeOn"),
      phonePosition: "plain",
      cell: ({ takenAt }) => <time dateTime={takenAt}>{dateTimeText(takenAt, viewer)}</time>,
    },
    {
      key: "actions",
      label: t("actions"),
      hideLabel: true,
      phonePosition: "state",
      cell: ({ name }) =>
        canChange && (
          <Form method="get" className="row" preventScrollReset>
            {Object.entries(listState(search)).map(([key, value]) => (
              <input key={key} type="hidden" name={key} value={value} />
            ))}
            <input type="hidden" name="snapshot" value={name} />
            <Button type="submit" name="confirm" value="rollBack">
              {t("rollBack")}
            </Button>{" "}
            <Button type="submit" variant="danger" name="confirm" value="dropSnapshot">
              {t("dropSnapshot")}
            </Button>
          </Form>
        ),
    },
  ];
  return (
    <>
      <Table
        caption={t("snapshotsTitle", { name })}
        columns={columns}
        rows={snapshots}
        rowKey={({ name }) => name}
      />
      <p className="small muted">{t("count", { have: snapshots.length, limit })}</p>
    </>
  );
}

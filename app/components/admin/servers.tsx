import { useTranslations, useViewer } from "#app/components/translations";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import type { RowAction } from "#app/lib/admin-section";
import { actionsFor } from "#app/lib/admin-section";
import { dateText } from "#app/lib/dates";
import type { AdminClient } from "#contract/admin/index";
import { canUpgrade } from "#contract/vps/status";
import { OperationButton } from "./operation-button";
import { RowActions } from "./row-actions";

type ServersProps = {
  servers: AdminClient["servers"];
  mayBlock: boolean;
  mayUpgrade?: boolean;
  /** What else may be done with a server; by its columns `id` and `status`. */
  further?: readonly RowAction[];
  returnTo: string;
  idempotencyKey: string;
};

/** Lists a client's servers, with the actions of staff. */
export function Servers({ servers, mayBlock, mayUpgrade = false, further = [], ...about }: ServersProps) {
  const t = useTranslations("admin");
  const viewer = useViewer();
  const columns: Column<AdminClient["servers"][number]>[] = [
    {
      key: "id",
      label: t("id"),
      isRowHeader: true,
      cell: ({ id, comment }) => [id, comment].filter(Boolean).join(", "),
    },
    { key: "tariff", label: t("tariff"), cell: ({ tariff }) => tariff },
    { key: "ip", label: t("ip"), cell: ({ ip }) => ip ?? "–" },
    { key: "until", label: t("paidUntil"), cell: ({ paidUntil }) => dateText(paidUntil, viewer) },
    {
      key: "status",
      label: t("status"),
      cell: ({ status, isHeld }) => t(isHeld ? "server_held" : `server_${status}`),
    },
    {
      key: "actions",
      label: t("actions"),
      hideLabel: true,
      phonePosition: "state",
      cell: ({ id, status, isHeld }) => (
        <div className="row">
          {mayUpgrade && canUpgrade(status) && (
            <OperationButton operation="servers upgrade" input={{ id }} hasForm {...about} />
          )}
          {mayBlock &&
            status !== "revoked" &&
            (isHeld ? (
              <OperationButton operation="servers release" input={{ id }} {...about} />
            ) : (
              <OperationButton operation="servers block" input={{ id }} hasForm {...about} />
            ))}
          <RowActions actions={actionsFor(further, { id, status })} {...about} />
        </div>
      ),
    },
  ];
  return (
    <section>
      <h2>{t("servers")}</h2>
      {servers.length > 0 ? (
        <Table caption={t("servers")} columns={columns} rows={servers} rowKey={({ id }) => id} />
      ) : (
        <p className="muted">{t("nothing")}</p>
      )}
    </section>
  );
}

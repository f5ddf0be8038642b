import { useTranslations, useViewer } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { dateTimeText } from "#app/lib/dates";
import { serverName } from "#app/lib/server-name";
import type { ClientMaintenance, Maintenance } from "#contract/vps/index";

type Props = {
  /** With servers, they are named; without, it is the page's own server. */
  maintenance: Maintenance & Partial<ClientMaintenance>;
  /** Epoch milliseconds. */
  now: number;
};

/** Planned or running maintenance. The loader provides the texts of `attention`. */
export function MaintenanceNotice({ maintenance, now }: Props) {
  const t = useTranslations("attention");
  const viewer = useViewer();
  const { startsAt, endsAt, text, servers = [], hasMore = false } = maintenance;
  const to = dateTimeText(endsAt, viewer);
  const names = servers.map(serverName).join(", ");
  const title =
    Date.parse(startsAt) > now
      ? t("maintenanceAhead", { from: dateTimeText(startsAt, viewer), to })
      : t("maintenanceNow", { to });
  return (
    <Notice title={title}>
      <p>
        {text}
        {names && ` ${t(hasMore ? "maintenanceMoreServers" : "maintenanceServers", { names })}`}
      </p>
    </Notice>
  );
}

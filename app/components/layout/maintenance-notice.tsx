import { useTranslations, useViewer } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { dateTimeText } from "#app/lib/dates";
import { serverName } from "#app/lib/server-name";
import type { ClientMaintenance, Maintenance } from "#contract/vps/index";

type Props = {
  /** With servers, they are named; without, it is the page's own server. */
  maintenance: Maintenance & Partial<ClientMaintenance>;
};

/** Planned or running maintenance. The loader provides the texts of `attention`. */
export function MaintenanceNotice({ maintenance }: Props) {
  const t = useTranslations("attention");
  const viewer = useViewer();
  const { startsAt, endsAt, text, servers = [], hasMore } = maintenance;
  const names = servers.map(serverName).join(", ") + (hasMore ? "…" : "");
  return (
    <Notice
      title={t("maintenance", { from: dateTimeText(startsAt, viewer), to: dateTimeText(endsAt, viewer) })}
    >
      <p>
        {text}
        {names && ` (${names})`}
      </p>
    </Notice>
  );
}

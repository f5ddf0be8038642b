import { useTranslations, useViewer } from "#app/components/translations";
import { dateTimeText } from "#app/lib/dates";
import type { SnapshotRequest } from "#contract/vps/index";

/** What was asked for last, and what came of it. */
export function Requests({ requests }: { requests: readonly SnapshotRequest[] }) {
  const t = useTranslations("snapshots");
  const viewer = useViewer();
  return (
    <section className="stack" aria-live="polite">
      <h3>{t("requests")}</h3>
      <ul>
        {requests.map(({ id, action, snapshot, status, acceptedAt }) => (
          <li key={id} className="small">
            {dateTimeText(acceptedAt, viewer)}: {t(action)} <code>{snapshot}</code>, {t(status)}
          </li>
        ))}
      </ul>
    </section>
  );
}

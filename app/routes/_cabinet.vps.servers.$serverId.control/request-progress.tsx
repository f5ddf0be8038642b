import { useTranslations, useViewer } from "#app/components/translations";
import type { TimelineStep } from "#app/components/ui/timeline";
import { Timeline } from "#app/components/ui/timeline";
import { dateTimeText } from "#app/lib/dates";
import type { ControlRequest } from "#contract/vps/index";
import { isOpenOrder } from "#contract/vps/status";

/** The status of a request (accepted, running, done or failed) with its times. */
export function RequestProgress({ request }: { request: ControlRequest }) {
  const t = useTranslations("control");
  const viewer = useViewer();
  const { action, status, acceptedAt, runningAt, finishedAt } = request;
  const timeOf = (iso: string | null) => iso && <time dateTime={iso}>{dateTimeText(iso, viewer)}</time>;
  const hasFailed = status === "failed";
  const steps: TimelineStep[] = [
    {
      key: "accepted",
      title: t("requestAccepted"),
      text: timeOf(acceptedAt),
      state: status === "accepted" ? "current" : "done",
    },
    {
      key: "running",
      title: t("requestRunning"),
      text: timeOf(runningAt),
      state: status === "accepted" ? "coming" : status === "running" ? "current" : "done",
    },
    {
      key: "end",
      title: t(hasFailed ? "requestFailed" : "requestDone"),
      text: hasFailed ? t("requestFailedText") : (timeOf(finishedAt) ?? t("soon")),
      state: hasFailed ? "failed" : status === "done" ? "done" : "coming",
    },
  ];
  return (
    <section className="stack" aria-live="polite">
      <h3>
        {t("progress")}: {t(action)}
      </h3>
      <Timeline steps={steps} />
      {isOpenOrder(status) && <p className="hint">{t("updatesItself")}</p>}
    </section>
  );
}

/** Earlier requests. */
export function EarlierRequests({ requests }: { requests: readonly ControlRequest[] }) {
  const t = useTranslations("control");
  const viewer = useViewer();
  return (
    <section className="stack">
      <h3>{t("earlierRequests")}</h3>
      <ul>
        {requests.map(({ id, action, status, acceptedAt }) => (
          <li key={id} className="small">
            {dateTimeText(acceptedAt, viewer)}: {t(action)},{" "}
            {t(status === "failed" ? "requestFailed" : "requestDone")}
          </li>
        ))}
      </ul>
    </section>
  );
}

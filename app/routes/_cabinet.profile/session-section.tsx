import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { Table } from "#app/components/ui/table";
import { dateTimeText } from "#app/lib/dates";
import { listedSessions } from "#contract/rules";
import type { SessionRow } from "#contract/security/index";

type Props = { sessions: readonly SessionRow[]; lastResult: SubmissionResult<string[]> | undefined };

/** The account's sessions. */
export function SessionSection({ sessions, lastResult }: Props) {
  const t = useTranslations("profile");
  const viewer = useViewer();
  return (
    <section className="card" id="sessions">
      <div className="row apart">
        <h2>{t("sessionsTitle")}</h2>
        {sessions.length > 1 && (
          <Form method="post">
            <SubmitButton variant="secondary" name="intent" value="endOtherSessions">
              {t("endOthers")}
            </SubmitButton>
          </Form>
        )}
      </div>
      <FormErrors result={lastResult} />
      {sessions.length === listedSessions && <p className="hint">{t("latestSessions")}</p>}
      <Table
        caption={t("sessionsTitle")}
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "device",
            label: t("device"),
            isRowHeader: true,
            cell: ({ device }) => device || t("unknownDevice"),
          },
          { key: "place", label: t("place"), phonePosition: "plain", cell: ({ address }) => address },
          {
            key: "lastSeen",
            label: t("lastSeen"),
            phonePosition: "plain",
            cell: ({ lastSeenAt }) => <time dateTime={lastSeenAt}>{dateTimeText(lastSeenAt, viewer)}</time>,
          },
          {
            key: "action",
            label: t("action"),
            hideLabel: true,
            numeric: true,
            phonePosition: "state",
            cell: ({ id, isCurrent }) =>
              isCurrent ? (
                <Badge tone="positive">{t("thisSession")}</Badge>
              ) : (
                <Form method="post">
                  <input type="hidden" name="sessionId" value={id} />
                  <SubmitButton variant="secondary" name="intent" value="endSession">
                    {t("endSession")}
                  </SubmitButton>
                </Form>
              ),
          },
        ]}
      />
    </section>
  );
}

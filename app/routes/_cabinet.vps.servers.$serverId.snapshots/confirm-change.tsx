import { useLocation } from "@remix-run/react";
import { SecondQuestion } from "#app/components/form/second-question";
import { SubmitButton } from "#app/components/form/submit-button";
import { useTranslations, useViewer } from "#app/components/translations";
import { dateTimeText } from "#app/lib/dates";
import { listAddress, listState } from "#app/lib/servers-address";
import { paths } from "#app/paths";
import type { SnapshotPage } from "./route";

const asks = { rollBack: "askRollBack", dropSnapshot: "askDropSnapshot" } as const;
const yeses = { rollBack: "yesRollBack", dropSnapshot: "yesDropSnapshot" } as const;

type Props = NonNullable<SnapshotPage["confirm"]> & { page: Pick<SnapshotPage, "id" | "idempotencyKey"> };

/** The second question, with what is lost by it. */
export function ConfirmChange({ page: { id, idempotencyKey }, action, snapshot }: Props) {
  const t = useTranslations("snapshots");
  const viewer = useViewer();
  const { search } = useLocation();
  const { name, takenAt } = snapshot;
  return (
    <SecondQuestion
      question={t(asks[action], { name, time: dateTimeText(takenAt, viewer) })}
      idempotencyKey={idempotencyKey}
      no={{ label: t("cancel"), to: listAddress(listState(search), paths.server(id, "snapshots")) }}
    >
      <input type="hidden" name="snapshot" value={name} />
      <SubmitButton name="action" value={action} variant="danger">
        {t(yeses[action])}
      </SubmitButton>
    </SecondQuestion>
  );
}

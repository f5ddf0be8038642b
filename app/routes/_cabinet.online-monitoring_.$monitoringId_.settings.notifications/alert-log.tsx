import { useTranslations, useViewer } from "#app/components/translations";
import { Table } from "#app/components/ui/table";
import { dateTimeText } from "#app/lib/dates";
import type { AlertLogEntry } from "#contract/monitoring/notices";

/** What was sent, and whether it has left yet. */
export function AlertLog({ log }: { log: readonly AlertLogEntry[] }) {
  const t = useTranslations("notices");
  const viewer = useViewer();
  return (
    <section>
      <h2>{t("logTitle")}</h2>
      {log.length === 0 ? (
        <p className="muted">{t("logNone")}</p>
      ) : (
        <Table
          caption={t("logTitle")}
          rows={log}
          rowKey={({ id }) => id}
          columns={[
            { key: "at", label: t("at"), isRowHeader: true, cell: ({ at }) => dateTimeText(at, viewer) },
            { key: "text", label: t("text"), cell: ({ text }) => text },
            { key: "email", label: t("email"), cell: ({ email }) => t(`way_${email}`) },
            { key: "bot", label: t("bot"), cell: ({ bot }) => t(`way_${bot}`) },
          ]}
        />
      )}
    </section>
  );
}

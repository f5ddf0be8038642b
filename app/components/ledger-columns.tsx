import { Badge } from "#app/components/ui/badge";
import type { Column } from "#app/components/ui/table";
import { dateTimeText, utcDateText } from "#app/lib/dates";
import { ledgerLineTone } from "#app/lib/ledger-line-tone";
import type { LedgerLineStatus } from "#contract/balance/ledger-lines";
import { useLanguage, useTranslations, useViewer } from "./translations";

type Moved = { about: string; at: string; status: LedgerLineStatus };

/** Returns the first columns of every list of operations: type (with the given header), date, status. */
export function useLedgerColumns(about: string): Column<Moved>[] {
  const t = useTranslations("balance");
  const language = useLanguage();
  const viewer = useViewer();
  return [
    {
      key: "about",
      label: about,
      cell: (moved) => <span className="wrap">{moved.about}</span>,
      isRowHeader: true,
    },
    {
      key: "date",
      label: t("date"),
      phonePosition: "plain",
      cell: ({ at }) => (
        <time className="nowrap" dateTime={at} title={dateTimeText(at, viewer)}>
          {utcDateText(at, language)}
        </time>
      ),
    },
    {
      key: "status",
      label: t("status"),
      phonePosition: "state",
      cell: ({ status }) => <Badge tone={ledgerLineTone[status]}>{t(`status_${status}`)}</Badge>,
    },
  ];
}

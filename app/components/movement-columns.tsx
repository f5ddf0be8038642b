import { Badge } from "#app/components/ui/badge";
import type { Column } from "#app/components/ui/table";
import { dateTimeText, utcDateText } from "#app/lib/dates";
import { movementTone } from "#app/lib/movement-tone";
import type { MovementStatus } from "#contract/balance/movements";
import { useLanguage, useReader, useText } from "./text";

type Moved = { about: string; at: string; status: MovementStatus };

/** What every list of operations begins with: what it was (under the name that is given), its day, its state. */
export function useMovementColumns(about: string): Column<Moved>[] {
  const t = useText("balance");
  const language = useLanguage();
  const reader = useReader();
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
      place: "plain",
      cell: ({ at }) => (
        <time className="nowrap" dateTime={at} title={dateTimeText(at, reader)}>
          {utcDateText(at, language)}
        </time>
      ),
    },
    {
      key: "status",
      label: t("status"),
      place: "state",
      cell: ({ status }) => <Badge tone={movementTone[status]}>{t(`status_${status}`)}</Badge>,
    },
  ];
}

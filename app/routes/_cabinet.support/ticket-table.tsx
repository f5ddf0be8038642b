import { Link } from "@remix-run/react";
import { useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { Table } from "#app/components/ui/table";
import { TypedName } from "#app/components/ui/typed-name";
import { dateTimeText } from "#app/lib/dates";
import { ticketTone } from "#app/lib/ticket-tone";
import { paths } from "#app/paths";
import type { TicketRow } from "#contract/support/index";

/** The client's tickets, the most recently updated first. */
export function TicketTable({ tickets }: { tickets: readonly TicketRow[] }) {
  const t = useTranslations("support");
  const viewer = useViewer();
  return (
    <Table
      caption={t("tickets")}
      rows={tickets}
      rowKey={({ id }) => id}
      isChanged={({ isUnread }) => isUnread}
      columns={[
        {
          key: "subject",
          label: t("subject"),
          isRowHeader: true,
          cell: ({ id, title, isUnread }) => (
            <>
              <Link className="go" to={paths.ticket(id)}>
                <TypedName>{title}</TypedName>
              </Link>{" "}
              {isUnread && <Badge tone="positive">{t("unread")}</Badge>}
            </>
          ),
        },
        {
          key: "department",
          label: t("department"),
          phonePosition: "plain",
          cell: ({ department }) => department.name,
        },
        {
          key: "status",
          label: t("status"),
          phonePosition: "state",
          cell: ({ status }) => <Badge tone={ticketTone[status]}>{t(status)}</Badge>,
        },
        {
          key: "lastReply",
          label: t("lastReply"),
          phonePosition: "plain",
          cell: ({ lastMessageAt, lastAuthor }) => (
            <span>
              <time dateTime={lastMessageAt}>{dateTimeText(lastMessageAt, viewer)}</time>,{" "}
              {t(lastAuthor === "support" ? "team" : "you")}
            </span>
          ),
        },
      ]}
    />
  );
}

import { Link } from "@remix-run/react";
import { useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { dateText } from "#app/lib/dates";
import { ticketTone } from "#app/lib/ticket-tone";
import { paths } from "#app/paths";
import type { TicketRow } from "#contract/support/index";

/** The client's tickets beside the one that is open, where there is room for two panes. */
export function Threads({ tickets, openId }: { tickets: readonly TicketRow[]; openId: string }) {
  const t = useTranslations("support");
  const viewer = useViewer();
  return (
    <nav className="threads" aria-label={t("tickets")}>
      <ul>
        {tickets.map(({ id, title, department, status, lastMessageAt, isUnread }) => (
          <li key={id}>
            <Link to={paths.ticket(id)} aria-current={id === openId ? "page" : undefined}>
              <strong>{title}</strong>{" "}
              <span className="row apart">
                <span className="muted small">
                  {department.name}, {dateText(lastMessageAt, viewer)}
                </span>{" "}
                {id !== openId && (
                  <Badge tone={isUnread ? "positive" : ticketTone[status]}>
                    {isUnread ? t("unread") : t(status)}
                  </Badge>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

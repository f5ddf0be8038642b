import { useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import type { TicketPriority } from "#contract/admin/waiting";

/** Names a ticket's priority, unless it is the normal one. */
export function PriorityBadge({ priority }: { priority: TicketPriority }) {
  const t = useTranslations("admin");
  if (priority === "normal") return null;
  return <Badge tone={priority === "high" ? "warning" : "neutral"}>{t(`priority_${priority}`)}</Badge>;
}

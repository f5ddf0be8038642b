import { useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";

type ClientBadgeProps = { client: { isBlocked: boolean; isDeleted: boolean } };

/** Whether a client's account is active, blocked or deleted. */
export function ClientBadge({ client: { isBlocked, isDeleted } }: ClientBadgeProps) {
  const t = useTranslations("admin");
  if (isDeleted) return <Badge>{t("deletedAccount")}</Badge>;
  return <Badge tone={isBlocked ? "negative" : "positive"}>{t(isBlocked ? "blocked" : "active")}</Badge>;
}

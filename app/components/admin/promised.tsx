import { useTranslations } from "#app/components/translations";
import type { WaitingKind } from "#contract/admin/waiting";

/**
 * What clients are told about how long something takes that has no deadline: of tickets on the page of an empty
 * support list (`support.json`), of deposits under review on the deposit's page (`deposit.json`).
 */
export function Promised({ kind }: { kind: WaitingKind }) {
  const t = useTranslations("admin");
  if (kind !== "ticket" && kind !== "deposit") return null;
  return <span className="small muted">{t(`promised_${kind}`)}</span>;
}

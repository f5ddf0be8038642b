import { Link } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { paths } from "#app/paths";
import type { HistoryKind } from "#contract/balance/ledger-lines";

/** What an empty history says, and where its first row would come from. */
export function EmptyHistory({ kind, isAllTime }: { kind: HistoryKind; isAllTime: boolean }) {
  const t = useTranslations("history");
  const shared = useTranslations("balance");
  const link = (to: string, words: string) => (
    <Link className={buttonClass()} to={to}>
      {words}
    </Link>
  );
  if (!isAllTime)
    return <EmptyState title={t("historyEmpty")} action={link(paths.history(kind), t("allTime"))} />;
  const next = {
    deposits: link(paths.deposit(), shared("topUp")),
    transfers: link(paths.transfer, shared("transferMoney")),
    "server-payments": link(paths.vps, t("toVps")),
    withdrawals: link(paths.partnerProgram, t("toPartner")),
  };
  return (
    <EmptyState title={t(`empty_${kind}`)} action={next[kind]}>
      {t(`emptyText_${kind}`)}
    </EmptyState>
  );
}

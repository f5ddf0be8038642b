import { useTranslations } from "./translations";

type AccountsUsedProps = { used: number; available: number };

/** How many of a client's accounts are used: `3 of 5 accounts used`. Languages count either of the two numbers. */
export function AccountsUsed({ used, available }: AccountsUsedProps) {
  const t = useTranslations("monitoring");
  return t("accountsUsed", {
    used: t("usedCount", { count: used }),
    available: t("availableCount", { count: available }),
  });
}

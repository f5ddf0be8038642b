import { useLanguage, useTranslations } from "#app/components/translations";
import { Disclosure } from "#app/components/ui/disclosure";
import { Facts } from "#app/components/ui/facts";
import { utcDateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { withdrawalWorkingDays } from "#contract/rules";
import type { PageData } from "./route";

/** What holds for a withdrawal: the least sum, how long it takes, what wallets look like. */
export function WithdrawalTerms({ methods, minCents, dueOn, clearingDays }: PageData["terms"]) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  return (
    <>
      <p>
        {t("withdrawalTerms", { min: moneyText(minCents, language), days: withdrawalWorkingDays })}{" "}
        {dueOn && t("withdrawalDue", { date: utcDateText(dueOn, language) })}
      </p>
      {clearingDays > 0 && <p>{t("clearingTerms", { count: clearingDays })}</p>}
      <Disclosure summary={t("walletShapes")}>
        <Facts items={methods.map(({ name, hint }) => [name, hint] as const)} />
      </Disclosure>
    </>
  );
}

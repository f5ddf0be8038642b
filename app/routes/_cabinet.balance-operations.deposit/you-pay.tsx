import { useLanguage, useTranslations } from "#app/components/translations";
import { Facts } from "#app/components/ui/facts";
import { moneyText } from "#app/lib/money";
import { numberText } from "#app/lib/numbers";
import type { Cost } from "./cost";

/**
 * What a deposit comes to, before it is ordered; `cost`: null while no sum is typed. It has its place from the beginning: a button that
 * moves between press and release is not pressed.
 */
export function YouPay({ cost }: { cost: Cost | null }) {
  const t = useTranslations("deposit");
  const language = useLanguage();
  const paid = (cents: number) =>
    cost?.currency === "USD"
      ? moneyText(cents, language)
      : `${numberText(cents / 100, language, 2)} ${cost?.currency}`;
  return (
    <div className={cost ? "stack" : "stack by-script"}>
      <h2>{t("youPay")}</h2>
      <Facts
        items={[
          [t("sum"), cost ? moneyText(cost.sumCents, language) : "–"],
          [t("feeLabel"), cost ? (cost.feeCents > 0 ? paid(cost.feeCents) : t("feeNone")) : "–"],
        ]}
      />
      <p className="total row apart" role="status">
        <span>{t("total")}</span> {cost ? paid(cost.totalCents) : "–"}
      </p>
    </div>
  );
}

import { useLanguage, useText } from "#app/components/text";
import { Facts } from "#app/components/ui/facts";
import { moneyText } from "#app/lib/money";
import { numberText } from "#app/lib/numbers";
import type { Cost } from "./cost";

/** What a deposit comes to, before it is ordered. */
export function YouPay({ sumCents, feeCents, totalCents, currency }: Cost) {
  const t = useText("deposit");
  const language = useLanguage();
  const cost = (cents: number) =>
    currency === "USD" ? moneyText(cents, language) : `${numberText(cents / 100, language, 2)} ${currency}`;
  return (
    <>
      <h2>{t("youPay")}</h2>
      <Facts
        items={[
          [t("sum"), moneyText(sumCents, language)],
          [t("feeLabel"), feeCents > 0 ? cost(feeCents) : t("feeNone")],
        ]}
      />
      <p className="total row apart" role="status">
        <span>{t("total")}</span> {cost(totalCents)}
      </p>
    </>
  );
}

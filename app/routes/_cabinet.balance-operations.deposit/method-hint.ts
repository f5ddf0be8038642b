import { useLanguage, useTranslations } from "#app/components/translations";
import { moneyText } from "#app/lib/money";
import { numberText, percentText } from "#app/lib/numbers";
import type { DepositMethod } from "#contract/payments/index";

/** What a way to deposit costs and takes, in one line. */
export function useMethodHint() {
  const t = useTranslations("deposit");
  const language = useLanguage();
  return ({ feePercent, feeFixedCents, minCents, currency, perDollar }: DepositMethod) => {
    const fees = [
      feePercent > 0 && percentText(feePercent, language, { digits: 2 }),
      feeFixedCents > 0 && moneyText(feeFixedCents, language),
    ].filter(Boolean);
    const fee = fees.length > 0 ? t("fee", { fee: fees.join(" + ") }) : t("feeNone");
    const hint = t("methodHint", { fee, minimum: moneyText(minCents, language) });
    const rate = `${numberText(perDollar, language, 4)} ${currency}`;
    return perDollar === 1 ? hint : `${hint}; ${t("perDollar", { amount: rate })}`;
  };
}

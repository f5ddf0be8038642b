import { useLanguage, useTranslations } from "#app/components/translations";
import { utcDayText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import type { Period } from "#contract/vps/index";
import type { FieldProps } from "./field";
import { FieldMessage, useChoices } from "./field";

type PeriodChoicesProps = Pick<FieldProps, "field"> & { periods: readonly Period[] };

/** Rental periods with price and saving. The surrounding form needs the class `by-period`. */
export function PeriodChoices({ periods, field }: PeriodChoicesProps) {
  const t = useTranslations("vps");
  const language = useLanguage();
  const { words: descriptionIds, controls } = useChoices(
    { field },
    periods.map(({ months }) => String(months)),
  );
  return (
    <fieldset className="field" aria-describedby={descriptionIds}>
      <legend>{t("period")}</legend>
      <div className="periods">
        {periods.map(({ months, priceCents, savingCents, savingPercent, next }, index) => (
          <label key={months} className="choice">
            <input {...controls[index]} required />
            <span>{t("months", { count: months })}</span> <strong>{moneyText(priceCents, language)}</strong>{" "}
            {savingCents > 0 && (
              <span className="hint">
                {t("saving", { amount: moneyText(savingCents, language), percent: savingPercent })}
              </span>
            )}{" "}
            {next && (
              <span className="hint">
                {t("priceFrom", {
                  date: utcDayText(Date.parse(next.fromDay), language),
                  amount: moneyText(next.priceCents, language),
                })}
              </span>
            )}
          </label>
        ))}
      </div>
      <FieldMessage field={field} />
    </fieldset>
  );
}

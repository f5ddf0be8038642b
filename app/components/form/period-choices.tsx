import { useLanguage, useText } from "#app/components/text";
import { moneyText } from "#app/lib/money";
import type { Period } from "#contract/vps/index";
import type { FieldProps } from "./field";
import { FieldMessage } from "./field";

type PeriodChoicesProps = {
  periods: readonly Period[];
  /** In a form that sends the period on its way; without it the first period is chosen. */
  field?: FieldProps["field"];
};

/** The periods of a rent with price and saving of each; the form around it has the class `by-period`. */
export function PeriodChoices({ periods, field }: PeriodChoicesProps) {
  const t = useText("vps");
  const language = useLanguage();
  const chosen = field ? field.initialValue : String(periods[0]?.months);
  const isWrong = Boolean(field?.errors?.length);
  return (
    <fieldset className="field" aria-describedby={isWrong ? field?.errorId : undefined}>
      <legend>{t("period")}</legend>
      <div className="periods">
        {periods.map(({ months, priceCents, savingCents, savingPercent }, index) => (
          <label key={months} className="choice">
            <input
              type="radio"
              name="months"
              value={months}
              required
              // biome-ignore lint/a11y/noAutofocus: the first wrong field has the focus also without script
              autoFocus={index === 0 && field?.isFirstWrong ? true : undefined}
              defaultChecked={String(months) === chosen}
            />
            <span>{t("months", { count: months })}</span>
            <strong>{moneyText(priceCents, language)}</strong>
            {savingCents > 0 && (
              <span className="hint">
                {t("saving", { amount: moneyText(savingCents, language), percent: savingPercent })}
              </span>
            )}
          </label>
        ))}
      </div>
      {field && <FieldMessage field={field} />}
    </fieldset>
  );
}

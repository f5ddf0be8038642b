import { getInputProps } from "@conform-to/react";
import { useLanguage, useTranslations } from "#app/components/translations";
import { moneyText } from "#app/lib/money";
import type { Quote } from "#contract/vps/index";
import type { FieldProps } from "./field";
import { describedBy, FieldMessage, useFocus } from "./field";
import { SubmitButton } from "./submit-button";

type PromoFieldProps = Pick<FieldProps, "field"> & { promo: Quote | null };

/** Promo code field with a button that applies the code before payment. */
export function PromoField({ field, promo }: PromoFieldProps) {
  const t = useTranslations("payment");
  const language = useLanguage();
  return (
    <div className="field">
      <label htmlFor={field.id}>{t("promoCode")}</label>
      <p className="hint" id={field.descriptionId}>
        {t("promoCodeHint")}
      </p>
      <div className="row">
        <input
          {...getInputProps(field, { type: "text", ...describedBy({ field, hint: true }) })}
          {...useFocus(field)}
          className="input short"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <SubmitButton variant="secondary" name="intent" value="apply">
          {t("apply")}
        </SubmitButton>
      </div>
      <FieldMessage field={field} />
      {promo && promo.discountPercent > 0 && !field.errors?.length && (
        <p role="status" className="up">
          {t("promoApplied", {
            percent: promo.discountPercent,
            total: moneyText(promo.totalCents, language),
            price: moneyText(promo.priceCents, language),
          })}
        </p>
      )}
    </div>
  );
}

import type { MouseEvent } from "react";
import { useLanguage, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { moneyText } from "#app/lib/money";
import { commonSums } from "./sums";

/** Fills the sum in, and leaves what was chosen and typed beside it as it is. */
function fillIn(event: MouseEvent<HTMLButtonElement>) {
  const field = event.currentTarget.form?.elements.namedItem("amount");
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.value = event.currentTarget.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

/** Sums that are often paid: each fills the amount in; without script the form comes back with it and all that was typed. */
export function CommonSums() {
  const t = useTranslations("deposit");
  const language = useLanguage();
  return (
    <fieldset className="sums">
      <legend className="hidden-text">{t("sums")}</legend>
      {joinWithSpaces(
        commonSums.map((amount) => (
          <button
            key={amount}
            type="submit"
            formNoValidate
            name="sum"
            value={amount}
            className={buttonClass()}
            onClick={fillIn}
          >
            {moneyText(Number(amount) * 100, language).replace(/[.,]00/, "")}
          </button>
        )),
      )}
    </fieldset>
  );
}

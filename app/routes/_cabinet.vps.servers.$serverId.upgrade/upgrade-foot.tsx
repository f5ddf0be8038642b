import { useActionData, useLoaderData } from "@remix-run/react";
import { SubmitButton } from "#app/components/form/submit-button";
import { useLanguage, useText } from "#app/components/text";
import { moneyText } from "#app/lib/money";
import type { action, loader } from "./route";

/**
 * The total beside the buttons: of the day that was asked for, else what each tariff costs from today on. Styles show that of the
 * chosen tariff (`by-choice`); where there are none, each says whose it is.
 */
export function UpgradeFoot() {
  const t = useText("upgrade");
  const payment = useText("payment");
  const language = useLanguage();
  const { options } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const total = (cents: number) => (cents > 0 ? moneyText(cents, language) : t("noCharge"));
  return (
    <div className="dialog-foot">
      <div>
        <span className="small muted">{answer?.shown ? payment("total") : t("totalToday")}</span>
        {answer?.shown ? (
          <div className="figure">{total(answer.shown.price.totalCents)}</div>
        ) : (
          options.rates.map(({ id, name, differenceCents }, index) => (
            <div key={id} data-choice={index + 1} className="figure">
              <span className="hidden-text">{name}: </span>
              {total(differenceCents)}
            </div>
          ))
        )}
      </div>
      <div className="row">
        <SubmitButton variant="secondary" name="intent" value="quote">
          {t("showPrice")}
        </SubmitButton>{" "}
        <SubmitButton name="intent" value="order">
          {t("upgradeButton")}
        </SubmitButton>
      </div>
    </div>
  );
}

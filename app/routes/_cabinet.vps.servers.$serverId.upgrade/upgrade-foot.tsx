import { useLoaderData } from "@remix-run/react";
import { SubmitButton } from "#app/components/form/submit-button";
import { useLanguage, useTranslations } from "#app/components/translations";
import { utcDateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import type { useQuotedUpgrade } from "./expected-upgrade";
import type { loader } from "./route";

type UpgradeFootProps = { quoted: ReturnType<typeof useQuotedUpgrade>; isFirstDay: boolean };

/**
 * The total beside the buttons, of what is chosen: the price that was asked for, with its plan and date, as without script it stays
 * when another is chosen; else what each plan costs from today on. Styles show that of the chosen plan (`by-choice`); where there are
 * none, each says whose it is. There is no total of another day before it is asked for.
 */
export function UpgradeFoot({ quoted, isFirstDay }: UpgradeFootProps) {
  const t = useTranslations("upgrade");
  const payment = useTranslations("payment");
  const language = useLanguage();
  const { options } = useLoaderData<typeof loader>();
  const total = (cents: number) => (cents > 0 ? moneyText(cents, language) : t("noCharge"));
  const plan = options.rates.find(({ id }) => id === quoted?.rateId);
  return (
    <div className="dialog-foot">
      <div>
        <span className="small muted">
          {quoted
            ? `${payment("total")}: ${plan?.name}, ${utcDateText(quoted.date, language)}`
            : isFirstDay
              ? t("totalToday")
              : payment("total")}
        </span>
        {quoted ? (
          <div className="figure">{total(quoted.totalCents)}</div>
        ) : isFirstDay ? (
          options.rates.map(({ id, name, differenceCents }, index) => (
            <div key={id} data-choice={index + 1} className="figure">
              <span className="hidden-text">{name}: </span>
              {total(differenceCents)}
            </div>
          ))
        ) : (
          <div className="figure">–</div>
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

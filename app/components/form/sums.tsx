import { Link, useActionData, useLocation } from "@remix-run/react";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { Banner } from "#app/components/ui/banner";
import { DescriptionList } from "#app/components/ui/description-list";
import { dateText } from "#app/lib/dates";
import { amountText, moneyText } from "#app/lib/money";
import { paths, withQuery } from "#app/paths";
import { promoCodeMonths } from "#contract/rules";
import type { Period, Quote } from "#contract/vps/index";
import { SubmitButton } from "./submit-button";

export type PayablePeriod = Period & { paidUntil: string };

type SumsProps = {
  periods: readonly PayablePeriod[];
  balanceCents: number;
  /** The quote with the promo code applied; a promo code is valid for one month only. */
  promo: Quote | null;
  /**
   * Returns the form's URL with a period chosen, to return to after a deposit. Without it, the deposit is a button of
   * the form (`intent=deposit`), so that the other choices are preserved.
   */
  returnTo?: (months: number) => string;
  /** The current auto-renewal period in months. Paying for another period replaces it. */
  renewsFor?: number | undefined;
  /** The paid-until date of the server to renew, which the new one is shown beside. */
  paidUntil?: string;
};

/** Returns the total of a period in cents, after the discount of an applied promo code. */
export function totalOf({ months, priceCents }: Period, promo: Quote | null): number {
  return promo && months === promoCodeMonths ? promo.totalCents : priceCents;
}

/** The name of a period, hidden by CSS. It is needed where styles, which show only the chosen period, don't apply. */
export function PeriodName({ months }: Pick<Period, "months">) {
  const t = useTranslations("vps");
  return <span className="hidden-text">{t("months", { count: months })}: </span>;
}

/**
 * The new paid-until date, the total and the balance afterwards for each period. The form's class `by-period` shows
 * only those of the chosen period.
 */
export function Sums({ periods, balanceCents, promo, returnTo, renewsFor, paidUntil }: SumsProps) {
  const t = useTranslations("payment");
  const language = useLanguage();
  const viewer = useViewer();
  const money = (cents: number) => moneyText(cents, language);
  return periods.map((period) => {
    const totalCents = totalOf(period, promo);
    const missingCents = totalCents - balanceCents;
    const discountCents = period.priceCents - totalCents;
    return (
      <div key={period.months} data-months={period.months} className="stack">
        <PeriodName {...period} />
        <DescriptionList
          items={[
            ...(discountCents > 0
              ? ([
                  [t("price"), money(period.priceCents)],
                  [t("discount"), money(-discountCents)],
                ] as const)
              : []),
            [
              t("newPaidUntil"),
              (paidUntil ? `${dateText(paidUntil, viewer)} → ` : "") + dateText(period.paidUntil, viewer),
            ],
            ...(renewsFor !== undefined && renewsFor !== period.months
              ? ([
                  [
                    t("renewsItself"),
                    t("eachTime", { count: period.months, price: money(period.priceCents) }),
                  ],
                ] as const)
              : []),
            [t("balance"), money(balanceCents)],
            [t("balanceAfter"), missingCents > 0 ? null : money(-missingCents)],
          ]}
        />
        {missingCents > 0 && <Shortage missingCents={missingCents} returnTo={returnTo?.(period.months)} />}
      </div>
    );
  });
}

/** The footer of a payment form: the total of the chosen period and the button. */
export function PayFoot({ periods, promo }: Pick<SumsProps, "periods" | "promo">) {
  const t = useTranslations("payment");
  const language = useLanguage();
  return (
    <div className="dialog-foot">
      <div>
        <span className="small muted" id="total">
          {t("total")}
        </span>
        {periods.map((period) => (
          <div key={period.months} data-months={period.months} className="figure">
            <PeriodName {...period} />
            {moneyText(totalOf(period, promo), language)}
          </div>
        ))}
      </div>
      <SubmitButton name="intent" value="pay">
        {t("pay")}
      </SubmitButton>
    </div>
  );
}

/**
 * Says that the balance is too low and links to a deposit of the missing sum, which returns here. After an attempt to
 * pay it is an alert, and the link has the focus.
 */
export function Shortage({
  missingCents,
  returnTo,
}: {
  missingCents: number;
  returnTo?: string | undefined;
}) {
  const t = useTranslations("payment");
  const language = useLanguage();
  const amount = moneyText(missingCents, language);
  const { pathname } = useLocation();
  const isRejected = useActionData<{ code?: string }>()?.code === "insufficientFunds";
  return (
    <Banner
      title={t("insufficientFunds")}
      role={isRejected ? "alert" : undefined}
      action={
        returnTo === undefined ? (
          <button
            type="submit"
            className="button"
            // biome-ignore lint/a11y/noAutofocus: what was pressed was refused, and this is the way on
            autoFocus={isRejected}
            formNoValidate
            formAction={withQuery(pathname, { deposit: amountText(missingCents) })}
            name="intent"
            value="deposit"
          >
            {t("topUp", { amount })}
          </button>
        ) : (
          <Link
            className="button"
            autoFocus={isRejected}
            to={paths.deposit({ amount: amountText(missingCents), returnTo })}
          >
            {t("topUp", { amount })}
          </Link>
        )
      }
    >
      {t("missing", { amount })}
    </Banner>
  );
}

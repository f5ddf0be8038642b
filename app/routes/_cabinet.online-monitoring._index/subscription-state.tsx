import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { AccountsUsed } from "#app/components/accounts-used";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { DescriptionList } from "#app/components/ui/description-list";
import { Meter } from "#app/components/ui/meter";
import { Notice } from "#app/components/ui/notice";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { automaticPaymentFrom } from "#contract/automatic-payment";
import type { Subscription } from "#contract/monitoring/index";

type Props = { subscription: Subscription; lastResult: SubmissionResult<string[]> | undefined };

/** Free, paid and used accounts, the end of the paid time, and the next autopay charge. */
export function SubscriptionState({ subscription, lastResult }: Props) {
  const t = useTranslations("subscription");
  const language = useLanguage();
  const viewer = useViewer();
  const { used, available, paidUntil, activatedAt, autopay, autopayCents, paused, periods } = subscription;
  const price = moneyText(autopayCents, language);
  const later = periods.slice(1);
  return (
    <section className="card">
      <h2>{t("subscription")}</h2>
      {paused > 0 && <Notice tone="warning">{t("pausedAccounts", { count: paused })}</Notice>}
      <p className="figure">
        <AccountsUsed used={used} available={available} />
      </p>
      <Meter label={t("used")} value={Math.min(used, available)} max={Math.max(1, available)} />
      <DescriptionList
        items={[
          [t("freeAccounts"), subscription.freeAccounts],
          [t("paidAccounts"), subscription.paidAccounts],
          [t("cost"), paidUntil && t("costOf", { price })],
          [t("activatedAt"), activatedAt && dateText(activatedAt, viewer)],
          [t("paidUntil"), paidUntil ? dateText(paidUntil, viewer) : t("notPaid")],
          [
            t("autopay"),
            paidUntil &&
              (autopay
                ? t("autopayOn", {
                    price,
                    date: dateText(automaticPaymentFrom(paidUntil).toISOString(), viewer),
                  })
                : t("autopayOff")),
          ],
        ]}
      />
      {later.length > 0 && (
        <>
          <h3>{t("laterTitle")}</h3>
          <ul>
            {later.map(({ accounts, startsAt, endsAt }) => (
              <li key={startsAt}>
                {t("later", {
                  count: accounts,
                  from: dateText(startsAt, viewer),
                  to: dateText(endsAt, viewer),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      <FormErrors result={lastResult} />
      <div className="row card-foot">
        {used < available && (
          <Link to={paths.newMonitoringAccount} className={buttonClass("primary")}>
            {t("useFreePlace")}
          </Link>
        )}{" "}
        {paidUntil && (
          <Form method="post">
            <button
              type="submit"
              name="intent"
              value={autopay ? "turnAutopayOff" : "turnAutopayOn"}
              className={buttonClass("quiet")}
            >
              {t(autopay ? "switchOff" : "switchOn")}
            </button>
          </Form>
        )}
      </div>
    </section>
  );
}

import { Form } from "#app/components/form";
import { Switch } from "#app/components/form/switch";
import { PaidMeter } from "#app/components/layout/paid-meter";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { dateText, dateTimeText, dayText, utcDayText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { automaticPaymentFrom } from "#contract/automatic-payment";
import { priceOn } from "#contract/vps/price-on";
import { canAutoRenew } from "#contract/vps/status";
import type { ServerPage } from "./load-server.server";

/** How long the server is paid for, and the price of the next period. */
export function PaidTime({ page: { server, now } }: { page: ServerPage }) {
  const t = useTranslations("server");
  const vps = useTranslations("vps");
  const language = useLanguage();
  const viewer = useViewer();
  const { id, issuedAt, paidUntil, renewalMonths, periods, status, autoRenewal } = server;
  const price = periods.find(({ months }) => months === renewalMonths);
  const next = price?.next;
  const renewsAt = automaticPaymentFrom(paidUntil);
  const isRunning = status === "active" || status === "settingUp";
  return (
    <section className="card" aria-labelledby="paid">
      <h2 id="paid">{t("paidTime")}</h2>
      {isRunning && (
        <PaidMeter
          paidUntil={paidUntil}
          months={renewalMonths}
          now={now}
          label={(count) => t("daysOf", { count })}
        />
      )}
      <DescriptionList
        atEnd
        items={[
          [vps("issued"), dateText(issuedAt, viewer)],
          [vps("paidUntil"), dateTimeText(paidUntil, viewer)],
          [
            vps("autoRenewal"),
            canAutoRenew(status) ? (
              <Form key="auto" method="post" action={paths.serverPage(id)} preventScrollReset>
                <Switch
                  isOn={autoRenewal}
                  name="autoRenewal"
                  value={autoRenewal ? "off" : "on"}
                  label={<span className="hidden-text">{vps("autoRenewal")}:</span>}
                  stateLabels={{ on: vps("on"), off: vps("off") }}
                />
              </Form>
            ) : null,
          ],
          [
            t("period", { count: renewalMonths }),
            canAutoRenew(status) && price ? moneyText(price.priceCents, language) : null,
          ],
          [
            t("priceFrom", { date: next ? utcDayText(Date.parse(next.fromDay), language, now) : "" }),
            canAutoRenew(status) && next ? moneyText(next.priceCents, language) : null,
          ],
        ]}
      />
      {canAutoRenew(status) && status !== "blocked" && (
        <p className="hint">
          {autoRenewal && price
            ? t("autoRenewalText", {
                date: dayText(renewsAt.toISOString(), viewer, now),
                amount: moneyText(priceOn(price, renewsAt), language),
              })
            : t("autoRenewalOffText", { date: dayText(paidUntil, viewer, now) })}
        </p>
      )}
    </section>
  );
}

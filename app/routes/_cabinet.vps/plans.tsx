import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Form } from "#app/components/form";
import { PeriodName } from "#app/components/form/sums";
import { useLanguage, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { utcDayText } from "#app/lib/dates";
import { memoryGb } from "#app/lib/machine";
import { moneyText } from "#app/lib/money";
import { numberText } from "#app/lib/numbers";
import { listState } from "#app/lib/server-list-url";
import { paths } from "#app/paths";
import type { Period } from "#contract/vps/index";
import type { Plan, ServersPage } from "./load-list.server";

/**
 * The plans with one choice of period for all of them. The form passes the period to the order page, without script.
 */
export function Plans({ list: { rates, systems }, title }: { list: ServersPage; title: string }) {
  const t = useTranslations("vps");
  const { search } = useLocation();
  if (rates.length === 0) return <EmptyState title={t("noRates")}>{t("noRatesText")}</EmptyState>;
  const months = [...new Set(rates.flatMap(({ periods }) => periods.map((period) => period.months)))];
  return (
    <section aria-labelledby="plans">
      <Form method="get" className="by-period plans-form" preventScrollReset>
        {Object.entries(listState(search)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="page-head">
          <h2 id="plans">{title}</h2>
          <Periods months={months.sort((one, other) => one - other)} rates={rates} />
          <p>{t("systems", { systems })}</p>
        </div>
        <ul className="plans">
          {rates.map((rate) => (
            <PlanCard key={rate.id} rate={rate}>
              <button
                type="submit"
                className={buttonClass()}
                formAction={paths.vpsOrder(rate.id)}
                aria-describedby={rate.id}
              >
                {t("rent")}
              </button>
            </PlanCard>
          ))}
        </ul>
      </Form>
    </section>
  );
}

/** One period for all plans. A saving is shown if it is the same for every plan. */
function Periods({ months, rates }: { months: readonly number[]; rates: readonly Plan[] }) {
  const t = useTranslations("vps");
  const savingOf = (count: number) => {
    const percents = rates.map(
      (rate) => rate.periods.find((period) => period.months === count)?.savingPercent,
    );
    return new Set(percents).size === 1 ? percents[0] : undefined;
  };
  return (
    <fieldset className="segments">
      <legend className="hidden-text">{t("period")}</legend>
      {months.map((count, index) => {
        const percent = savingOf(count);
        return (
          <label key={count}>
            <input type="radio" name="months" value={count} defaultChecked={index === 0} />
            {t("months", { count })} {percent ? <small>{t("lessPercent", { percent })}</small> : null}
          </label>
        );
      })}
    </fieldset>
  );
}

/**
 * A plan: its specs, and the monthly and total price of each period. The surrounding `by-period` shows only the
 * chosen period.
 */
function PlanCard({ rate, children }: { rate: Plan; children: ReactNode }) {
  const t = useTranslations("vps");
  const language = useLanguage();
  const { processor, memoryMb, diskGb, terminals, trafficGb, periods } = rate;
  const gigabytes = (value: number) => t("gigabytes", { value: numberText(value, language) });
  return (
    <li className="card plan">
      <h3 id={rate.id}>{rate.name}</h3>
      <div className="price">
        {periods.map((period) => (
          <Price key={period.months} period={period} />
        ))}
      </div>
      <ul>
        <li>
          {[
            t("cores", { count: processor }),
            t("memoryOf", { value: gigabytes(memoryGb(memoryMb)) }),
            t("diskOf", { value: gigabytes(diskGb) }),
          ].join("\u00a0· ")}
        </li>
        <li>{t("terminalsFor", { count: terminals })}</li>
        <li>
          {trafficGb === null
            ? t("unlimitedTraffic")
            : t("trafficOf", { value: numberText(trafficGb, language) })}
        </li>
      </ul>
      {children}
    </li>
  );
}

function Price({ period }: { period: Period }) {
  const t = useTranslations("vps");
  const language = useLanguage();
  const { months, priceCents, savingCents, next } = period;
  const money = (cents: number) => moneyText(cents, language);
  return (
    <p data-months={months}>
      <PeriodName months={months} />
      <strong>{money(Math.round(priceCents / months))}</strong> <small>{t("aMonth")}</small>
      {savingCents > 0 && (
        <small>, {t("inAll", { amount: money(priceCents), saving: money(savingCents) })}</small>
      )}{" "}
      {next && (
        <small className="announced">
          {t("priceFrom", {
            date: utcDayText(Date.parse(next.fromDay), language),
            amount: money(Math.round(next.priceCents / months)),
          })}{" "}
          {t("aMonth")}
        </small>
      )}
    </p>
  );
}

import { useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { listState } from "#app/lib/servers-address";
import { paths } from "#app/paths";
import type { Plan, ServersPage } from "./load-list.server";
import { PlanCard } from "./plan-card";

/** The plans with one choice of the period for all of them: a form that takes it to the order, without script. */
export function Plans({ list: { rates, systems }, title }: { list: ServersPage; title: string }) {
  const t = useTranslations("vps");
  const { search } = useLocation();
  if (rates.length === 0) return <EmptyState title={t("noRates")}>{t("noRatesText")}</EmptyState>;
  const months = [...new Set(rates.flatMap(({ periods }) => periods.map((period) => period.months)))];
  const percent = Math.max(
    ...rates.flatMap(({ periods }) => periods.map(({ savingPercent }) => savingPercent)),
  );
  return (
    <section aria-labelledby="plans">
      <Form method="get" className="by-period plans-form" preventScrollReset>
        {Object.entries(listState(search)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="page-head">
          <h2 id="plans">{title}</h2>
          <Periods months={months.sort((one, other) => one - other)} rates={rates} />
          <p>{percent > 0 ? t("systems", { systems, percent }) : t("systemsAlone", { systems })}</p>
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

/** One period for all plans; what it saves where it saves alike for each of them. */
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

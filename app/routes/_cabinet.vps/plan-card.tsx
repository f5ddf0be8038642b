import type { ReactNode } from "react";
import { PeriodName } from "#app/components/form/sums";
import { useLanguage, useTranslations } from "#app/components/translations";
import { memoryGb } from "#app/lib/machine";
import { moneyText } from "#app/lib/money";
import { numberText } from "#app/lib/numbers";
import type { Period } from "#contract/vps/index";
import type { Plan } from "./load-list.server";

/** A plan: what it has, and what each period costs by the month and in all; `by-period` around it shows the chosen one. */
export function PlanCard({ rate, children }: { rate: Plan; children: ReactNode }) {
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
          {[t("cores", { count: processor }), gigabytes(memoryGb(memoryMb)), gigabytes(diskGb)].join(
            "\u00a0· ",
          )}
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
  const { months, priceCents, savingCents } = period;
  const money = (cents: number) => moneyText(cents, language);
  return (
    <p data-months={months}>
      <PeriodName months={months} />
      <strong>{money(Math.round(priceCents / months))}</strong> <small>{t("aMonth")}</small>
      {savingCents > 0 && (
        <small>, {t("inAll", { amount: money(priceCents), saving: money(savingCents) })}</small>
      )}
    </p>
  );
}

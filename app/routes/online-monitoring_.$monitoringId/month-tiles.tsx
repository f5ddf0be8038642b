import { Fragment } from "react";
import { useLanguage, useTranslations } from "#app/components/translations";
import { utcFormat } from "#app/lib/dates";
import { formatNumber } from "#contract/formats";
import type { Language } from "#contract/languages";
import type { PageData } from "./load.server";

const monthName = (index: number, language: Language) =>
  utcFormat(language, { month: "short" })
    .format(Date.UTC(2026, index, 1))
    .replace(".", "");

const tone = (growth: number | null) => (!growth ? undefined : growth > 0 ? "up" : "down");

/**
 * Each month's growth as a heat map, with the profit if money is shown; each row begins with the year's compounded
 * growth.
 */
export function MonthTiles({ years, tableHref }: { years: PageData["growthByYear"]; tableHref: string }) {
  const t = useTranslations("statistics");
  const language = useLanguage();
  const text = (growth: number | null) =>
    growth === null
      ? "–"
      : formatNumber(growth * 100, language, {
          minimumFractionDigits: 1,
          maximumFractionDigits: 1,
          signDisplay: "exceptZero",
        });
  return (
    <section className="card">
      <div className="row apart">
        <h2>{t("monthsChart")}</h2>
        <a href={tableHref} className="lone no-print">
          {t("showAsTable")}
        </a>
      </div>
      <ul className="heat">
        {years.map(({ year, growth, months }) => (
          <Fragment key={year}>
            <li className="year">
              {year} <b className={tone(growth)}>{text(growth)}</b>
            </li>
            {months.map((month, index) => (
              <li
                key={monthName(index, language)}
                data-heat={month?.heat || undefined}
                className={month?.part ? "running" : undefined}
              >
                {month && (
                  <>
                    {monthName(index, language)} <b>{text(month.growth)}</b> {month.net}
                    {month.part && <span className="hidden-text">, {t(month.part)}</span>}
                  </>
                )}
              </li>
            ))}
          </Fragment>
        ))}
      </ul>
    </section>
  );
}

import { useLanguage, useText } from "#app/components/text";
import { fractionText } from "#app/lib/numbers";
import { dateFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import type { PageData } from "./load.server";

const monthName = (index: number, language: Language) =>
  dateFormat(language, { month: "short", timeZone: "UTC" }).format(Date.UTC(2026, index, 1));

/** Growth of each calendar month, and each year's compounded one. */
export function YearTable({ years }: { years: PageData["growthByYear"] }) {
  const t = useText("statistics");
  const language = useLanguage();
  const text = (growth: number | null) =>
    growth === null ? "–" : fractionText(growth, language, { sign: true, digits: 1 });
  const tone = (growth: number | null | undefined) => (!growth ? "num" : growth > 0 ? "num up" : "num down");
  return (
    <section>
      <h2 id="by-year">{t("byYear")}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div className="scroll" tabIndex={0}>
        <table className="table nowrap">
          <thead>
            <tr>
              <th scope="col">{t("year")}</th>
              {Array.from({ length: 12 }, (_, index) => (
                <th key={monthName(index, language)} scope="col" className="num">
                  {monthName(index, language)}
                </th>
              ))}
              <th scope="col" className="num">
                {t("yearTotal")}
              </th>
            </tr>
          </thead>
          <tbody>
            {years.map(({ year, months, growth }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                {months.map((month, index) => (
                  <td key={monthName(index, language)} className={tone(month?.growth)}>
                    {month && text(month.growth)}
                  </td>
                ))}
                <td className={tone(growth)}>
                  <strong>{text(growth)}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

import { heatOf } from "#app/components/chart/heat.server";
import { partOfMonth } from "#app/lib/month-part";
import { formatNumber } from "#app/lib/numbers";
import type { Language } from "#contract/languages";
import type { Charts } from "./draw.server";

/** Returns twelve months for each year, newest year first. */
export function byYear(
  { months, years }: Pick<Charts, "months" | "years">,
  { language, now, days }: { language: Language; now: Date; days: { from?: string; to?: string } },
) {
  const short = (net: string) =>
    formatNumber(Number(net), language, {
      notation: "compact",
      ...(Math.abs(Number(net)) < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 1 }),
      signDisplay: "exceptZero",
    });
  const found = new Map(months.map((month) => [month.month, month]));
  return years
    .map(({ year, growth }) => ({
      year,
      growth,
      months: Array.from({ length: 12 }, (_, index) => {
        const name = `${year}-${String(index + 1).padStart(2, "0")}`;
        const month = found.get(name);
        if (!month) return null;
        const { growth: grown, net } = month;
        return {
          growth: grown,
          heat: heatOf(grown ?? 0),
          net: net && short(net),
          part: partOfMonth(name, days, now),
        };
      }),
    }))
    .reverse();
}

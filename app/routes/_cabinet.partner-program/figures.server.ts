import { drawLines } from "#app/components/chart/line-drawing.server";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { numberText } from "#app/lib/numbers";
import type { Output } from "#contract/call";
import type { Language } from "#contract/languages";
import type { rentalStatistics } from "#contract/partner/index";
import type { Translate } from "#locales/translate";

type Statistics = Output<typeof rentalStatistics>;

/** Counts have no halves: a mark between two of them says nothing. */
const wholeMark = (language: Language) => (value: number) =>
  Number.isInteger(value) ? numberText(value, language) : "";

/** The figures of a time, and their pictures. */
export function drawStatistics(
  t: Translate<"partnerFigures">,
  { stats, step, from, to, rewardData, conversionData }: Statistics,
  language: Language,
) {
  const count = (name: "clicks" | "registrations" | "rented" | "renewed") => ({
    name: t(name),
    points: conversionData.map((point) => ({ at: Date.parse(point.date), value: point[name] })),
  });
  const counted = {
    language,
    withZero: true,
    format: (value: number) => numberText(value, language),
    formatMark: wholeMark(language),
  };
  const reward = {
    name: t("reward"),
    isFilled: true,
    points: rewardData.map(({ date, rewardCents }) => ({ at: Date.parse(date), value: rewardCents / 100 })),
  };
  return {
    stats,
    step,
    firstDayText: from && dateText(from, language),
    lastDayText: to && dateText(to, language),
    charts: {
      reward: drawLines([reward], {
        language,
        withZero: true,
        format: (value) => moneyText(Math.round(value * 100), language),
      }),
      visits: drawLines([count("clicks"), count("registrations")], counted),
      rents: drawLines([count("rented"), count("renewed")], counted),
    },
  };
}

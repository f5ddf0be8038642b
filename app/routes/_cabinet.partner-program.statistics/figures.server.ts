import type { Series } from "#app/components/chart/line-drawing.server";
import { drawLines } from "#app/components/chart/line-drawing.server";
import { utcDateText, utcFormat } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { numberText } from "#app/lib/numbers";
import { dayOf } from "#contract/day";
import type { Output } from "#contract/endpoint";
import type { Language } from "#contract/languages";
import type { rentalStatistics } from "#contract/partners/index";
import type { Translate } from "#locales/translate";

type Statistics = Output<typeof rentalStatistics>;

/** Counts are integers, so axis labels between them are left blank. */
const wholeMark = (language: Language) => (value: number) =>
  Number.isInteger(value) ? numberText(value, language) : "";

/** Returns the figures of a period and their charts. */
export function drawStatistics(
  t: Translate<"partnerFigures">,
  { stats, step, from, to, rewardData, conversionData }: Statistics,
  { language, now }: { language: Language; now: Date },
) {
  const [last, today] = [conversionData.at(-1)?.date, dayOf(now)];
  // the last interval contains today, so it is incomplete
  const isRunning = last !== undefined && to !== undefined && last <= today && today <= to;
  const soFar = (time: string) => t("soFar", { time });
  const month = utcFormat(language, { month: "long", year: "numeric" });
  const chart = (names: readonly ("clicks" | "registrations" | "rented" | "renewed")[]) =>
    drawing(
      names.map((name, index) => ({
        name: t(name),
        tone: index > 0 ? ("second" as const) : ("main" as const),
        points: conversionData.map((point) => ({ at: Date.parse(point.date), value: point[name] })),
      })),
      (value) => numberText(value, language),
      wholeMark(language),
    );
  /** Draws a chart, and returns the same data as a table with a row per point. */
  const drawing = (
    series: readonly Series[],
    format: (value: number) => string,
    formatMark: (value: number) => string = format,
  ) => {
    const lineDrawing = drawLines([{ series, format, formatMark, withZero: true, height: 200, space: 6 }], {
      language,
      isBySteps: true,
      ...(isRunning && { soFar }),
      readOut: (values) =>
        values
          .map((value = 0, index) =>
            series.length > 1 ? `${series[index]?.name} ${format(value)}` : format(value),
          )
          .join(", "),
    });
    if (!lineDrawing) return null;
    // a monthly sum is labelled with its month, not its first day
    const steps = (series[0]?.points ?? []).map(({ at }) =>
      step === "month" ? month.format(at) : utcDateText(new Date(at).toISOString(), language),
    );
    const rows = steps.map((name, index) => [
      isRunning && index === steps.length - 1 ? soFar(name) : name,
      ...series.map(({ points }) => format(points[index]?.value ?? 0)),
    ]);
    return { drawn: lineDrawing, columns: [t("date"), ...series.map(({ name }) => name)], rows };
  };
  const reward: Series = {
    // a long word in Russian, with a soft break
    name: t("rewardLine"),
    isFilled: true,
    points: rewardData.map(({ date, rewardCents }) => ({ at: Date.parse(date), value: rewardCents / 100 })),
  };
  return {
    stats,
    step,
    firstDayText: from && utcDateText(from, language),
    lastDayText: to && utcDateText(to, language),
    charts: {
      reward: drawing([reward], (value) => moneyText(Math.round(value * 100), language)),
      visits: chart(["clicks", "registrations"]),
      rents: chart(["rented", "renewed"]),
    },
  };
}

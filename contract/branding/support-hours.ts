import { dateFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import { languageTable } from "#contract/languages";
import type { SupportHours } from "./brand";

/** `Mon–Fri, 09:00–18:00 UTC+03:00`; `24/7` around the clock. */
export function supportHoursText(hours: SupportHours | "always", language: Language): string {
  if (hours === "always") return "24/7";
  const weekday = dateFormat(languageTable[language].dates, { weekday: "short", timeZone: "UTC" });
  // 1 January 2024 was a Monday
  const day = (number: number) => weekday.format(new Date(Date.UTC(2024, 0, number)));
  const days =
    hours.fromDay === hours.toDay ? day(hours.fromDay) : `${day(hours.fromDay)}–${day(hours.toDay)}`;
  return `${days}, ${hours.from}–${hours.to} ${hours.zone}`;
}

import { dateFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import { languageTable } from "#contract/languages";
import { plainSpaces } from "./numbers";

const format = (language: Language, options: Intl.DateTimeFormatOptions) =>
  dateFormat(languageTable[language].dates, { timeZone: "UTC", ...options });

/** A day in UTC: `5 Mar 2025`, `5 мар. 2025 г.`. Takes an ISO 8601 string. */
export function dateText(iso: string, language: Language): string {
  return plainSpaces(
    format(language, { day: "numeric", month: "short", year: "numeric" }).format(new Date(iso)),
  );
}

/** A day in UTC of this year or about: `5 Mar`, `5 мар.`. Takes an ISO 8601 string. */
export const dayText = (iso: string, language: Language): string =>
  plainSpaces(format(language, { day: "numeric", month: "short" }).format(new Date(iso)));

/** A day and a time in UTC, which is said: `5 Mar 2025, 14:30 UTC`. Takes an ISO 8601 string. */
export function dateTimeText(iso: string, language: Language): string {
  const time = format(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
    new Date(iso),
  );
  return `${dateText(iso, language)}, ${plainSpaces(time)}\u00a0UTC`;
}

/** A day without its year, in UTC: `5 Mar`, `5 мар.`. Takes epoch milliseconds. */
export const shortDateText = (time: number, language: Language): string =>
  plainSpaces(format(language, { day: "numeric", month: "short" }).format(time));

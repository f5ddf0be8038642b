import { clockName, formatAge, zonedFormat, zonedText } from "#contract/formats";
import type { Language } from "#contract/languages";
import { languageTable } from "#contract/languages";

/**
 * All dates and times on pages are formatted here (docs/adr/0011). A moment is shown in the viewer's time zone:
 * `dateText`, `dayText`, `dateTimeText`. Days that are UTC by definition (books, trading statistics) are shown by
 * `utc…`.
 */

/**
 * Locale and time zone of dates and times: `zone` is an IANA zone, `UTC` for visitors and for clients who have chosen
 * none.
 */
export type Viewer = { language: Language; zone: string };

const date = { day: "numeric", month: "short", year: "numeric" } as const;
const day = { day: "numeric", month: "short" } as const;
const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const formatInZone = (at: string | number, { language, zone }: Viewer, options: Intl.DateTimeFormatOptions) =>
  zonedText(languageTable[language].dates, zone, options, new Date(at));

const utc = (language: Language): Viewer => ({ language, zone: "UTC" });

/** Parses the lines of `timeZoneChoices` into options: a zone and its label. */
export const zoneOptions = (choices: string): { value: string; label: string }[] =>
  choices.split("\n").map((line) => {
    const end = line.indexOf(" ");
    return { value: line.slice(0, end), label: line.slice(end + 1) };
  });

/** Returns a zone's name for display: `America/New York`. */
export const zoneName = (zone: string): string => zone.replaceAll("_", " ");

/** Returns a date: `5 Mar 2025`, `5 мар. 2025`. Takes an ISO 8601 string. */
export const dateText = (iso: string, viewer: Viewer): string => formatInZone(iso, viewer, date);

const yearOf = (at: string | number, viewer: Viewer) => formatInZone(at, viewer, { year: "numeric" });

const shortDay = (at: string | number, viewer: Viewer, now: number) =>
  formatInZone(at, viewer, yearOf(at, viewer) === yearOf(now, viewer) ? day : date);

/**
 * Returns a date, with the year only if it is not the current one: `5 Mar`, `5 Mar 2028`, `5 мар.`. Its spaces are
 * non-breaking, so that it stays on one line. Takes an ISO 8601 string; `now` is the time of the page.
 */
export const dayText = (iso: string, viewer: Viewer, now = Date.now()): string =>
  shortDay(iso, viewer, now).replaceAll(" ", "\u00a0");

/** Returns a date, a time and its offset: `5 Mar 2025, 14:30 UTC+3`. Takes an ISO 8601 string. */
export function dateTimeText(iso: string, viewer: Viewer): string {
  const clock = viewer.zone === "UTC" ? "UTC" : clockName(viewer.zone, Date.parse(iso));
  return `${dateText(iso, viewer)}, ${formatInZone(iso, viewer, time)}\u00a0${clock}`;
}

/** Returns how long ago a moment was: `3 days`, `3 дня`. Takes an ISO 8601 string; `now` is the time of the page. */
export const ageText = (iso: string, { language }: Viewer, now = Date.now()): string =>
  formatAge(now - Date.parse(iso), language);

/** Returns a date that is UTC by definition: of books, of trading statistics. Takes a day or an ISO 8601 string. */
export const utcDateText = (iso: string, language: Language): string => dateText(iso, utc(language));

/** Returns a UTC date, with the year only if it is not the current one. Takes epoch milliseconds. */
export const utcDayText = (at: number, language: Language, now = Date.now()): string =>
  shortDay(at, utc(language), now);

/** Returns a date and time in UTC, for documents that are the same for every reader. Takes an ISO 8601 string. */
export const utcDateTimeText = (iso: string, language: Language): string => dateTimeText(iso, utc(language));

/** Returns a formatter of UTC days, months and years, for the labels of charts and tables of statistics. */
export const utcFormat = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  zonedFormat(languageTable[language].dates, "UTC", options);

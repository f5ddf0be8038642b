import { clockName, zonedFormat, zonedText } from "#contract/formats";
import type { Language } from "#contract/languages";
import { languageTable } from "#contract/languages";

/**
 * The one door that dates and times of pages go through (docs/adr/0011). A moment is shown by the reader's own clock:
 * `dateText`, `dayText`, `dateTimeText`. What is a day of UTC by a rule (books, trading statistics) is shown by `utc…`.
 */

/** Whose words and whose clock: a zone of the IANA database, `UTC` for a visitor and for who has chosen none. */
export type Viewer = { language: Language; zone: string };

const date = { day: "numeric", month: "short", year: "numeric" } as const;
const day = { day: "numeric", month: "short" } as const;
const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const shown = (at: string | number, { language, zone }: Viewer, options: Intl.DateTimeFormatOptions) =>
  zonedText(languageTable[language].dates, zone, options, new Date(at));

const utc = (language: Language): Viewer => ({ language, zone: "UTC" });

/** The choices of `zoneChoices`: a zone and what it is called. */
export const zoneOptions = (choices: string): { value: string; label: string }[] =>
  choices.split("\n").map((line) => {
    const end = line.indexOf(" ");
    return { value: line.slice(0, end), label: line.slice(end + 1) };
  });

/** A zone as people read it: `America/New York`. */
export const zoneName = (zone: string): string => zone.replaceAll("_", " ");

/** A day: `5 Mar 2025`, `5 мар. 2025`. Takes an ISO 8601 string. */
export const dateText = (iso: string, viewer: Viewer): string => shown(iso, viewer, date);

const yearOf = (at: string | number, viewer: Viewer) => shown(at, viewer, { year: "numeric" });

const shortDay = (at: string | number, viewer: Viewer, now: number) =>
  shown(at, viewer, yearOf(at, viewer) === yearOf(now, viewer) ? day : date);

/**
 * A day, with its year where that is not this one: `5 Mar`, `5 Mar 2028`, `5 мар.`, on one line wherever it stands in a sentence. Takes
 * an ISO 8601 string; `now` is the moment of the page.
 */
export const dayText = (iso: string, viewer: Viewer, now = Date.now()): string =>
  shortDay(iso, viewer, now).replaceAll(" ", "\u00a0");

/** A day and a time, and whose: `5 Mar 2025, 14:30 UTC+3`. Takes an ISO 8601 string. */
export function dateTimeText(iso: string, viewer: Viewer): string {
  const clock = viewer.zone === "UTC" ? "UTC" : clockName(viewer.zone, Date.parse(iso));
  return `${dateText(iso, viewer)}, ${shown(iso, viewer, time)}\u00a0${clock}`;
}

/** A day that is UTC's by a rule: of books, of trading statistics. Takes a day or an ISO 8601 string. */
export const utcDateText = (iso: string, language: Language): string => dateText(iso, utc(language));

/** The same, with its year only where that is not this one. Takes epoch milliseconds. */
export const utcDayText = (at: number, language: Language, now = Date.now()): string =>
  shortDay(at, utc(language), now);

/** A day and a time of UTC, for papers that say the same to everybody. Takes an ISO 8601 string. */
export const utcDateTimeText = (iso: string, language: Language): string => dateTimeText(iso, utc(language));

/** A format of UTC's days, months and years: what charts and tables of statistics name theirs by. */
export const utcFormat = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  zonedFormat(languageTable[language].dates, "UTC", options);

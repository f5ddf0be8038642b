import type { Language } from "./languages";
import { languageTable } from "./languages";

/**
 * The one place that makes a format of dates or numbers: each once per language and options. Making one costs a hundred times
 * what using it does, and a page has a thousand cells.
 */

function keeping<O extends object, F>(
  make: (locale: string, options: O) => F,
): (locale: string, options: O) => F {
  const made = new Map<string, F>();
  return (locale, options) => {
    // of as many cells JSON would be as long as the format
    let key = locale;
    for (const name in options) key += `\n${name}=${String(options[name])}`;
    const known = made.get(key);
    if (known) return known;
    const format = make(locale, options);
    made.set(key, format);
    return format;
  };
}

/** A format of dates; throws a `RangeError` for a time zone that is none. */
export const dateFormat = keeping(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** A format of numbers. What is or rounds to zero has no sign, so no page says `−0` or `−$0.00`. */
export const numberFormat = keeping(
  (locale, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { signDisplay: "negative", ...options }),
);

/** A format of a zone's clock; UTC's where this machine, such as an old browser, does not know the zone. */
export function zonedFormat(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  try {
    return dateFormat(locale, { timeZone, ...options });
  } catch {
    return dateFormat(locale, { timeZone: "UTC", ...options });
  }
}

/** Thin spaces as no-break ones, which every font and program has. */
export const plainSpaces = (text: string): string => text.replace(/[\u2009\u202f]/g, "\u00a0");

/** A moment in words by a zone's clock, in the one form of pages, e-mails and documents. A Russian year has no «г.» after it. */
export const zonedText = (
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  at: Date,
): string => plainSpaces(zonedFormat(locale, timeZone, options).format(at)).replace(/ г\.$/, "");

/** Seconds that a zone's clock is ahead of UTC at a moment (epoch milliseconds). */
export function zoneOffset(zone: string, at: number): number {
  const [, sign, hours = 0, minutes = 0] =
    /GMT([+-])(\d{2}):(\d{2})/.exec(zonedFormat("en", zone, { timeZoneName: "longOffset" }).format(at)) ?? [];
  return (Number(hours) * 3600 + Number(minutes) * 60) * (sign === "-" ? -1 : 1);
}

/** The city or country that a language calls a zone by (CLDR), such as `Москва`; null where it calls it by its offset alone. */
export function zonePlace(zone: string, language: Language, at: number): string | null {
  const parts = zonedFormat(languageTable[language].dates, zone, {
    timeZoneName: "shortGeneric",
  }).formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return !name || /^(GMT|UTC)/.test(name) ? null : name;
}

/** What a zone's clock is called at a moment: `UTC`, `UTC+3`, `UTC−3:30`. */
export function clockName(zone: string, at: number): string {
  const seconds = zoneOffset(zone, at);
  if (seconds === 0) return "UTC";
  const minutes = Math.abs(seconds / 60) % 60;
  return `UTC${seconds < 0 ? "−" : "+"}${Math.floor(Math.abs(seconds) / 3600)}${minutes ? `:${minutes}` : ""}`;
}

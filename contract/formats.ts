import type { Language } from "./languages";
import { languageTable } from "./languages";

/**
 * All formatters of dates and numbers are created here, once per language and options. Creating one costs a hundred
 * times as much as using it, and a page has a thousand cells.
 */

/**
 * A date format takes about 32 KB and strangers can request time zones in any spelling, so the oldest formats are
 * dropped.
 */
export const maxCachedFormats = 512;

function keeping<O extends object, F>(
  create: (locale: string, options: O) => F,
): (locale: string, options: O) => F {
  const cache = new Map<string, F>();
  return (locale, options) => {
    // with so many cells, JSON would take as long as the formatting
    let key = locale;
    for (const name in options) key += `\n${name}=${String(options[name])}`;
    const known = cache.get(key);
    if (known) return known;
    const format = create(locale, options);
    if (cache.size >= maxCachedFormats) cache.delete(cache.keys().next().value ?? "");
    cache.set(key, format);
    return format;
  };
}

/** Returns a formatter of dates. Throws a `RangeError` for an unknown time zone. */
export const dateFormat = keeping(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/**
 * Returns a formatter of numbers. A number that is or rounds to zero has no sign, so that no page shows `−0` or
 * `−$0.00`.
 */
export const numberFormat = keeping(
  (locale, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { signDisplay: "negative", ...options }),
);

/** Returns a formatter of times in a zone, or in UTC if this machine does not know the zone, as in an old browser. */
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

/** Replaces thin spaces with no-break spaces, which every font and program supports. */
export const plainSpaces = (text: string): string => text.replace(/[\u2009\u202f]/g, "\u00a0");

/**
 * Formats a number in a language's locale. The minus sign is `−`, spaces are non-breaking. A decimal string is
 * formatted exactly, whatever its length.
 */
export function formatNumber(
  value: number | string,
  language: Language,
  options: Intl.NumberFormatOptions,
): string {
  const format = numberFormat(languageTable[language].numbers, options);
  return plainSpaces(format.format(value as number).replace("-", "−"));
}

const currencyCode = /^[A-Z]{3}$/;

/**
 * Formats an amount in full: `$1,234.50`, `1 234,50 $`. A currency without an ISO 4217 code is written after the
 * number: `30.00 USDT`.
 * @param cents hundredths of the currency, by default US dollars
 * @param options `sign`: a positive amount has a plus sign
 */
export function formatMoney(
  cents: number,
  language: Language,
  { sign = false, currency = "USD" }: { sign?: boolean | undefined; currency?: string } = {},
): string {
  const signDisplay = sign ? "exceptZero" : "negative";
  if (currencyCode.test(currency))
    return formatNumber(cents / 100, language, { style: "currency", currency, signDisplay });
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay } as const;
  return `${formatNumber(cents / 100, language, decimals)}\u00a0${currency}`;
}

const minuteMilliseconds = 60_000;
const ageUnits = [
  ["day", 24 * 60 * minuteMilliseconds],
  ["hour", 60 * minuteMilliseconds],
  ["minute", minuteMilliseconds],
] as const;

/** Formats how old something is in its largest unit: `3 days`, `3 дня`. What is younger than a minute is `1 minute`. */
export function formatAge(milliseconds: number, language: Language): string {
  const age = Math.max(milliseconds, minuteMilliseconds);
  const [unit, length] = ageUnits.find(([, least]) => age >= least) ?? ageUnits[2];
  const options = { style: "unit", unit, unitDisplay: "long" } as const;
  return formatNumber(Math.floor(age / length), language, options).replaceAll(" ", "\u00a0");
}

/** Removes the «г.» after a Russian year at the end. */
const withoutYearWord = (text: string) => plainSpaces(text).replace(/\sг\.$/, "");

/** Formats a moment in a time zone, in the same way on pages, in emails and in documents. */
export const zonedText = (
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  at: Date,
): string => withoutYearWord(zonedFormat(locale, timeZone, options).format(at));

/** Formats a span of days (`YYYY-MM-DD`, UTC), like `9 – 15 Nov 2026`. */
export const spanText = (locale: string, fromDay: string, toDay: string): string =>
  withoutYearWord(
    dateFormat(locale, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).formatRange(
      new Date(fromDay),
      new Date(toDay),
    ),
  );

/** Returns the zone's offset from UTC in seconds at a moment (epoch milliseconds); positive if ahead. */
export function zoneOffset(zone: string, at: number): number {
  const [, sign, hours = 0, minutes = 0] =
    /GMT([+-])(\d{2}):(\d{2})/.exec(zonedFormat("en", zone, { timeZoneName: "longOffset" }).format(at)) ?? [];
  return (Number(hours) * 3600 + Number(minutes) * 60) * (sign === "-" ? -1 : 1);
}

/**
 * Returns the city or country by which a language names a zone (CLDR), such as `Москва`, or null if it only has its
 * offset.
 */
export function zoneLocation(zone: string, language: Language, at: number): string | null {
  const parts = zonedFormat(languageTable[language].dates, zone, {
    timeZoneName: "shortGeneric",
  }).formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return !name || /^(GMT|UTC)/.test(name) ? null : name;
}

/** Returns the name of a zone's offset at a moment: `UTC`, `UTC+3`, `UTC−3:30`. */
export function clockName(zone: string, at: number): string {
  const seconds = zoneOffset(zone, at);
  if (seconds === 0) return "UTC";
  const minutes = Math.abs(seconds / 60) % 60;
  return `UTC${seconds < 0 ? "−" : "+"}${Math.floor(Math.abs(seconds) / 3600)}${minutes ? `:${minutes}` : ""}`;
}

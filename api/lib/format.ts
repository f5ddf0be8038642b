import { clockName, formatMoney, zonedText } from "#contract/formats";
import type { Language } from "#contract/languages";
import { languageTable } from "#contract/languages";
import type { Values } from "#locales/translate";

export { formatMoney };

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;
const day = { day: "numeric", month: "short", year: "numeric" } as const;
const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/**
 * Formats a time as the cabinet's pages do (`app/lib/dates.ts`), so that a document shows the same as the page that
 * links to it.
 */
const formatZoned = (at: Date, language: Language, zone: string, options: Intl.DateTimeFormatOptions) =>
  zonedText(languageTable[language].dates, zone, options, at);

/** Formats a day in the time zone `zone`: `21 Nov 2026`, `21 нояб. 2026`; a date without a time is not converted. */
export const formatDate = (iso: string, language: Language, zone = "UTC"): string =>
  formatZoned(new Date(iso), language, dayOnly.test(iso) ? "UTC" : zone, day);

/** Formats a day in UTC. Takes an ISO 8601 string. */
export const formatDay = (iso: string, language: Language): string => formatDate(iso, language);

/** Formats a time to the minute in the time zone `zone`, which is named: `21 Nov 2026, 02:40 UTC`. */
export function formatTime(iso: string, language: Language, zone = "UTC"): string {
  const at = new Date(iso);
  return `${formatZoned(at, language, zone, day)}, ${formatZoned(at, language, zone, time)}\u00a0${clockName(zone, at.getTime())}`;
}

/**
 * Formats the values of an email by the endings of their names (see `templates.ts`). The end of a period also gets a
 * value with its time (`paidUntil`, `paidUntilTime`), for sentences that set a deadline.
 */
export function formatValues(values: Record<string, unknown>, language: Language, zone = "UTC"): Values {
  const formatted: Values = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "number")
      formatted[name] = name.endsWith("Cents") ? formatMoney(value, language) : value;
    if (typeof value !== "string") continue;
    if (/(On|Until)$/.test(name)) {
      formatted[name] = formatDate(value, language, zone);
      if (!dayOnly.test(value)) formatted[`${name}Time`] = formatTime(value, language, zone);
    } else formatted[name] = name.endsWith("At") ? formatTime(value, language, zone) : value;
  }
  return formatted;
}

import { clockName, dateFormat, numberFormat, zonedFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import { languageTable } from "#contract/languages";
import type { Values } from "#locales/translate";

const locale = (language: Language) => languageTable[language].numbers;

/** 1250 → `$12.50`, `12,50 $`. */
export function formatMoney(cents: number, language: Language): string {
  return numberFormat(locale(language), { style: "currency", currency: "USD" }).format(cents / 100);
}

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;

/** A day by the clock of `zone`: `November 21, 2026`, `21 ноября 2026 г.`; what comes as a day stays it. */
export function formatDate(iso: string, language: Language, zone = "UTC"): string {
  const clock = dayOnly.test(iso) ? "UTC" : zone;
  return zonedFormat(locale(language), clock, { dateStyle: "long" }).format(new Date(iso));
}

/** A day in UTC: `5 Mar 2025`, `5 мар. 2025 г.`. Takes an ISO 8601 string. */
export function formatDay(iso: string, language: Language): string {
  const format = dateFormat(languageTable[language].dates, {
    ...{ day: "numeric", month: "short", year: "numeric" },
    timeZone: "UTC",
  });
  return format.format(new Date(iso)).replace(/[\u2009\u202f]/g, "\u00a0");
}

/** A minute by the clock of `zone`, which is named: `November 21, 2026 at 2:40 AM UTC`. */
export function formatTime(iso: string, language: Language, zone = "UTC"): string {
  const time = zonedFormat(locale(language), zone, { dateStyle: "long", timeStyle: "short" });
  return `${time.format(new Date(iso))} ${clockName(zone, Date.parse(iso))}`;
}

/** Puts a letter's values into words by what their names end in (see `templates.ts`). */
export function formatValues(values: Record<string, unknown>, language: Language, zone = "UTC"): Values {
  const shown: Values = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "number")
      shown[name] = name.endsWith("Cents") ? formatMoney(value, language) : value;
    if (typeof value !== "string") continue;
    if (/(On|Until)$/.test(name)) shown[name] = formatDate(value, language, zone);
    else shown[name] = name.endsWith("At") ? formatTime(value, language, zone) : value;
  }
  return shown;
}

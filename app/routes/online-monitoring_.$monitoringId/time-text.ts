import { dateTimeText } from "#app/lib/dates";
import { dateFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import type { AccountPage } from "#contract/monitoring/index";
import { offsetAt, offsetText, readZoneRule } from "#contract/monitoring/zone";

/** The clock that a page's times are read in: `UTC`, `broker`, or a zone of the IANA database. */
export type PageClock = { name: string; offsetAt: (utc: number) => number };

const utc: PageClock = { name: "UTC", offsetAt: () => 0 };

/** The clock that was asked for; UTC where the broker's is not known. */
export function pageClock(zone: string, account: Pick<AccountPage, "zone" | "gmtOffset">): PageClock {
  if (zone === "UTC") return utc;
  if (zone !== "broker") return { name: zone, offsetAt: (at) => offsetIn(zone, at) };
  const rule = account.zone === null ? null : readZoneRule(account.zone);
  if (rule) return { name: "broker", offsetAt: (at) => offsetAt(rule, at) };
  const { gmtOffset } = account;
  return gmtOffset === null ? utc : { name: "broker", offsetAt: () => gmtOffset };
}

/** Seconds that a zone is ahead of UTC at a moment. */
function offsetIn(timeZone: string, at: number): number {
  const format = dateFormat("en", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (Number(hours) * 3600 + Number(minutes) * 60) * (sign === "-" ? -1 : 1);
}

/** A day and a time in the page's clock, which is said: `5 Mar 2025, 17:30 +03:00`. Takes an ISO 8601 string. */
export function timeText(iso: string, language: Language, clock: PageClock): string {
  if (clock.name === "UTC") return dateTimeText(iso, language);
  const at = Date.parse(iso);
  const seconds = clock.offsetAt(at);
  const shown = dateTimeText(new Date(at + seconds * 1000).toISOString(), language);
  return shown.replace("UTC", offsetText(seconds));
}

/** The same in a narrow column: without the year where it is this one, and without UTC's name, which the page says once. */
export function compactTime(iso: string, language: Language, clock: PageClock): string {
  const thisYear = new RegExp(`\\s${new Date().getUTCFullYear()}(\\sг\\.)?,`);
  return timeText(iso, language, clock).replace(thisYear, "").replace("\u00a0UTC", "");
}

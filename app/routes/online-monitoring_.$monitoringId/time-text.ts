import { utcDateTimeText } from "#app/lib/dates";
import { zoneOffset } from "#contract/formats";
import type { Language } from "#contract/languages";
import type { AccountPage } from "#contract/monitoring/index";
import { offsetAt, offsetText, readZoneRule } from "#statements/time-zone";

/** The time zone of a page's times: `UTC`, `broker`, or an IANA zone. */
export type PageClock = { name: string; offsetAt: (utc: number) => number };

const utc: PageClock = { name: "UTC", offsetAt: () => 0 };

/**
 * Returns the clock of a zone: UTC, the broker's, or an IANA zone. The broker's falls back to UTC if it is unknown.
 */
export function pageClock(zone: string, account: Pick<AccountPage, "zone" | "gmtOffset">): PageClock {
  if (zone === "UTC") return utc;
  if (zone !== "broker") return { name: zone, offsetAt: (at) => zoneOffset(zone, at) };
  const rule = account.zone === null ? null : readZoneRule(account.zone);
  if (rule) return { name: "broker", offsetAt: (at) => offsetAt(rule, at) };
  const { gmtOffset } = account;
  return gmtOffset === null ? utc : { name: "broker", offsetAt: () => gmtOffset };
}

/**
 * Returns a date and time in the page's clock with its offset: `5 Mar 2025, 17:30 +03:00`. Takes an ISO 8601 string.
 */
export function timeText(iso: string, language: Language, clock: PageClock): string {
  const shown = utcDateTimeText(shownIn(iso, clock), language);
  const offset = clock.offsetAt(Date.parse(iso));
  return offset === 0 ? shown : shown.replace("UTC", offsetText(offset));
}

/** Returns the local time of the clock at a moment, as if it were UTC. */
function shownIn(iso: string, clock: PageClock): string {
  const at = Date.parse(iso);
  return new Date(at + clock.offsetAt(at) * 1000).toISOString();
}

/**
 * Like `timeText`, for narrow columns: without the current year, and without the offset, which the page states once.
 */
export function compactTime(iso: string, language: Language, clock: PageClock): string {
  const shown = utcDateTimeText(shownIn(iso, clock), language);
  const thisYear = new RegExp(`\\s${new Date().getUTCFullYear()}(\\sг\\.)?,`);
  return shown.replace(thisYear, "").replace("\u00a0UTC", "");
}

type Since = { now: string; language: Language; clock: PageClock };

/** Returns when something began: only the time if it was on the same day, `21:08`, else with the date. */
export function sinceText(iso: string, { now, language, clock }: Since): string {
  const [at, today] = [shownIn(iso, clock), shownIn(now, clock)];
  return at.slice(0, 10) === today.slice(0, 10) ? at.slice(11, 16) : timeText(iso, language, clock);
}

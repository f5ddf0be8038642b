/**
 * The clock of a broker's server as a rule: a base offset, and the region whose daylight saving time adds an hour. A
 * fixed offset would be wrong for half of a history. Most brokers follow New York, so that their day begins when the
 * market there closes, at 17:00.
 */
export type ZoneRule = {
  /** Minutes ahead of UTC in winter, in whole quarters of an hour. */
  base: number;
  summer: "US" | "EU" | null;
};

const written = /^(UTC|US|EU)([+-])(\d{2}):(00|15|30|45)$/;

/** The notation of `readZoneRule` in words, for API documents. */
export const zoneRuleGrammar =
  "`UTC+05:30` (fixed), `US+02:00` or `EU+02:00` (an hour more in the summer of New York or Brussels), `new-york-close` (the same as `US+02:00`)";

/**
 * Parses `UTC+05:30` (fixed), `US+02:00`, `EU+02:00` (an hour more in summer) and `new-york-close`; returns null for
 * anything else.
 */
export function readZoneRule(text: string): ZoneRule | null {
  const match = written.exec(text === "new-york-close" ? "US+02:00" : text);
  if (!match) return null;
  const [, name, sign, hours, minutes] = match;
  const size = Number(hours) * 60 + Number(minutes);
  if (size > 14 * 60) return null;
  return { base: sign === "-" ? -size : size, summer: name === "UTC" ? null : (name as "US" | "EU") };
}

/** Returns the name of a rule, such as `US+02:00`. */
export function zoneRuleName({ base, summer }: ZoneRule): string {
  return `${summer ?? "UTC"}${offsetText(base * 60)}`;
}

/** Formats seconds as `+03:00`. */
export function offsetText(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${seconds < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const hour = 3_600_000;
export const dayMilliseconds = 24 * hour;

/** Returns the nth Sunday of a month (0: January), or the last one if `nth` is 0, at midnight UTC. */
function sunday(year: number, month: number, nth: number): number {
  if (nth === 0) {
    const last = Date.UTC(year, month + 1, 0);
    return last - new Date(last).getUTCDay() * dayMilliseconds;
  }
  const first = Date.UTC(year, month, 1);
  return first + (((7 - new Date(first).getUTCDay()) % 7) + 7 * (nth - 1)) * dayMilliseconds;
}

/**
 * Returns start and end of a year's daylight saving time in UTC: 2:00 in New York (law of 2007, before that of 1987),
 * 1:00 UTC in Europe.
 */
function bounds(summer: "US" | "EU", year: number): [number, number] {
  if (summer === "EU") return [sunday(year, 2, 0) + hour, sunday(year, 9, 0) + hour];
  if (year < 2007) return [sunday(year, 3, 1) + 7 * hour, sunday(year, 9, 0) + 6 * hour];
  return [sunday(year, 2, 2) + 7 * hour, sunday(year, 10, 1) + 6 * hour];
}

const years = new Map<string, [number, number]>();

function isSummer(summer: "US" | "EU", utc: number): boolean {
  const year = new Date(utc).getUTCFullYear();
  const name = summer + year;
  const [from, to] = years.get(name) ?? bounds(summer, year);
  years.set(name, [from, to]);
  return utc >= from && utc < to;
}

/** Returns the seconds that the broker's clock is ahead of UTC at a time (epoch milliseconds). */
export function offsetAt({ base, summer }: ZoneRule, utc: number): number {
  return base * 60 + (summer && isSummer(summer, utc) ? 3600 : 0);
}

/**
 * Converts the time shown by the broker's clock (as if it were UTC, epoch milliseconds) to UTC. The hour repeated at
 * the end of daylight saving time is on a Sunday, when no market is open; it is read as the first one.
 */
export function utcOf({ base, summer }: ZoneRule, shown: number): number {
  const inWinter = shown - base * 60_000;
  return summer && isSummer(summer, inWinter - hour) ? inWinter - hour : inWinter;
}

/**
 * Returns whether the currency market is closed: from Friday 17:00 to Sunday 17:00 in New York, where its week ends
 * and begins.
 */
export function isMarketClosed(utc: number): boolean {
  const newYork = new Date(utc + (isSummer("US", utc) ? -4 : -5) * hour);
  const weekday = newYork.getUTCDay();
  return (
    weekday === 6 ||
    (weekday === 5 && newYork.getUTCHours() >= 17) ||
    (weekday === 0 && newYork.getUTCHours() < 17)
  );
}

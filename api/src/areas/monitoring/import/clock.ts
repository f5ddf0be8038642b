/** Turns what a broker's clock showed (as if it were UTC, epoch milliseconds) into UTC. */
export type Clock = (shown: number) => number;

/** Zones a statement may be written in: a fixed offset in minutes, or the common one that keeps New York's midnight at 17:00. */
export type FileZone = { minutes: number } | "new-york-close";

/** `UTC+03:00` */
export function zoneName(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, "0");
  return `UTC${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Reads one of the contract's `statementZones`; anything unknown is UTC. */
export function readZone(value: string): FileZone {
  if (value === "new-york-close") return value;
  const match = /^UTC([+-])(\d{2}):(\d{2})$/.exec(value);
  if (!match) return { minutes: 0 };
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return { minutes: match[1] === "-" ? -minutes : minutes };
}

const hour = 3_600_000;
const newYorkHour = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hour: "numeric",
  hourCycle: "h23",
});
/** Whether New York keeps summer time at a moment: noon UTC is 8 there, else 7. By whole days, remembered. */
const summers = new Map<number, boolean>();
function isNewYorkSummer(utc: number): boolean {
  const day = Math.floor(utc / (24 * hour));
  let summer = summers.get(day);
  if (summer === undefined) {
    summer = newYorkHour.format(day * 24 * hour + 12 * hour) === "08";
    if (summers.size > 20_000) summers.clear();
    summers.set(day, summer);
  }
  return summer;
}

/** The clock of a zone. The hour that a change of clocks repeats or skips is on a Sunday, when no market is open. */
export function clockOf(zone: FileZone): Clock {
  if (zone !== "new-york-close") return (shown) => shown - zone.minutes * 60_000;
  return (shown) => shown - (isNewYorkSummer(shown - 2 * hour) ? 3 : 2) * hour;
}

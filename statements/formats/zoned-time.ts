/** The end of a time with a UTC offset: `2026-05-12T07:02:03Z`, `2026-05-12T09:02:03+02:00`. */
export const zoneEnd = /(?<=:\d\d(?:\.\d+)?)(?: ?(?:Z|UTC)| ?([-+])(\d\d):?(\d\d))$/;

/** Returns the UTC offset of a time in milliseconds; null if it has none. */
export function utcOffsetMs(text: string): number | null {
  const end = zoneEnd.exec(text);
  if (!end) return null;
  const [, sign, hours = "0", minutes = "0"] = end;
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
}

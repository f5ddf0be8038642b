/** `UTC-12:00` to `UTC+14:00`, by the hour. */
const offsets = Array.from({ length: 27 }, (_, index) => {
  const hours = index - 12;
  return `UTC${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;
});
/** Zones with daylight saving time. Their names are translations `zone_…`; the other zones are shown as they are. */
const namedZones = ["new-york-close", "EU+02:00", "EU+01:00", "EU+00:00"] as const;
export const isNamedZone = (zone: string): zone is (typeof namedZones)[number] =>
  (namedZones as readonly string[]).includes(zone);
/**
 * Zones offered for a statement. The first is the one most brokers use: UTC+2, during New York's daylight saving time
 * UTC+3. Any rule of `time-zone.ts` is accepted.
 */
export const statementZones: readonly string[] = [...namedZones, ...offsets];

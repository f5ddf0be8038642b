/** `UTC-12:00` to `UTC+14:00`, by the hour. */
const offsets = Array.from({ length: 27 }, (_, index) => {
  const hours = index - 12;
  return `UTC${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;
});
/** Zones with summer time; their texts are `zone_…`, others are their own. */
const namedZones = ["new-york-close", "EU+02:00", "EU+01:00", "EU+00:00"] as const;
export const isNamedZone = (zone: string): zone is (typeof namedZones)[number] =>
  (namedZones as readonly string[]).includes(zone);
/**
 * Zones that a form offers for a statement; the first is the one most brokers keep: UTC+2, in New York's summer UTC+3. Any rule of
 * `zone.ts` may be sent.
 */
export const statementZones: readonly string[] = [...namedZones, ...offsets];

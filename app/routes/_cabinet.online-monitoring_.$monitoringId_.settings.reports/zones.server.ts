/** Every zone of the IANA database that this machine knows, UTC first; the one in use in any case. */
export function zonesOf(current: string): string[] {
  const known = Intl.supportedValuesOf("timeZone").filter(
    (zone) => zone.includes("/") && !zone.startsWith("Etc/"),
  );
  return ["UTC", ...new Set(current === "UTC" ? known : [current, ...known])];
}

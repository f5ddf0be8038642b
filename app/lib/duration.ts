import { daySeconds } from "#contract/day";
import { formatNumber } from "#contract/formats";
import type { Language } from "#contract/languages";

/** Returns a duration in its two largest units: `2 d 3 h`, `45 min`. */
export function durationText(seconds: number, language: Language): string {
  const unit = (value: number, name: string) =>
    formatNumber(value, language, { style: "unit", unit: name, unitDisplay: "short" });
  const [days, hours, minutes] = [
    Math.floor(seconds / daySeconds),
    Math.floor((seconds % daySeconds) / 3600),
    Math.floor((seconds % 3600) / 60),
  ];
  if (days > 0) return hours > 0 ? `${unit(days, "day")} ${unit(hours, "hour")}` : unit(days, "day");
  if (hours > 0)
    return minutes > 0 ? `${unit(hours, "hour")} ${unit(minutes, "minute")}` : unit(hours, "hour");
  return minutes > 0 ? unit(minutes, "minute") : unit(Math.round(seconds), "second");
}

import type { AlertEntry } from "#contract/monitoring/alert-kinds";

/** An alert kind that watches a figure. */
export type Watch = NonNullable<AlertEntry["watch"]>;

/**
 * Returns how far a figure must come back before its alert can fire again (hysteresis): a fraction of the threshold,
 * and at least one unit of the figure (`bandMin`). A figure that fluctuates around its threshold fires once
 * (docs/adr/0026).
 */
export const bandOf = ({ band, bandMin }: Watch, threshold: number): number =>
  Math.max(threshold * band, bandMin);

export type Step = { isRinging: boolean; rings: boolean };

/**
 * Returns an alert's state after a new value: it fires when the threshold is passed, and is reset when the value has
 * come back by more than the band.
 */
export function step(watch: Watch, value: number, threshold: number, isRinging: boolean): Step {
  const isUnder = watch.rings === "under";
  const passed = isUnder ? value < threshold : value > threshold;
  if (!isRinging) return { isRinging: passed, rings: passed };
  const band = bandOf(watch, threshold);
  const isCalm = isUnder ? value >= threshold + band : value <= threshold - band;
  return { isRinging: !isCalm, rings: false };
}

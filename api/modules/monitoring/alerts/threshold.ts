import type { AlertEntry } from "#contract/monitoring/alert-kinds";

/** A kind that watches a figure. */
export type Watch = NonNullable<AlertEntry["watch"]>;

/**
 * How far a figure must come back before its alert can ring again: a share of the threshold, and at least one unit of the figure
 * (`bandMin`). A figure that trembles about its threshold rings once (docs/adr/0026).
 */
export const bandOf = ({ band, bandMin }: Watch, threshold: number): number =>
  Math.max(threshold * band, bandMin);

export type Step = { isRinging: boolean; rings: boolean };

/** What a new value does to an alert: it rings when the threshold is passed, and is silent again past the band on the other side. */
export function step(watch: Watch, value: number, threshold: number, isRinging: boolean): Step {
  const isUnder = watch.rings === "under";
  const passed = isUnder ? value < threshold : value > threshold;
  if (!isRinging) return { isRinging: passed, rings: passed };
  const band = bandOf(watch, threshold);
  const isCalm = isUnder ? value >= threshold + band : value <= threshold - band;
  return { isRinging: !isCalm, rings: false };
}

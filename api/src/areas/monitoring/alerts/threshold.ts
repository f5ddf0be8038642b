/** The kinds of alerts that watch a figure; the others tell of events. */
export type WatchedKind = "drawdown" | "equity" | "profit";

/**
 * How far a figure must come back before its alert can ring again: a tenth of the threshold for drawdown (per cent) and profit,
 * a fiftieth for equity, and at least one unit of the figure, a tenth for drawdown. A figure that trembles about its threshold rings
 * once (docs/decisions/0062).
 */
export function bandOf(kind: WatchedKind, threshold: number): number {
  if (kind === "drawdown") return Math.max(threshold * 0.1, 0.1);
  return Math.max(threshold * (kind === "equity" ? 0.02 : 0.1), 1);
}

export type Step = { isRinging: boolean; rings: boolean };

/** What a new value does to an alert: it rings when the threshold is passed, and is silent again past the band on the other side. */
export function step(kind: WatchedKind, value: number, threshold: number, isRinging: boolean): Step {
  const isUnder = kind === "equity";
  const passed = isUnder ? value < threshold : value > threshold;
  if (!isRinging) return { isRinging: passed, rings: passed };
  const band = bandOf(kind, threshold);
  const isCalm = isUnder ? value >= threshold + band : value <= threshold - band;
  return { isRinging: !isCalm, rings: false };
}

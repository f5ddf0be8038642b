/** A point in time with the values known at it: `[epoch milliseconds, value, …]`; null means unknown. */
export type Moment = readonly [at: number, ...values: (number | null)[]];

/**
 * Downsamples the lines of a chart by time. The time range is divided into `buckets` of equal length; the lowest and
 * the highest moment of every line in each bucket are selected, and the first and last of all. So no peak or drawdown
 * is lost, and a quiet month is as wide as any other. All lines share one set of moments, with every line's true
 * value at each, so that they never cross where they did not (docs/adr/0009).
 *
 * For tooltips by interval, the last known moment of each line before each of `ends` is selected too, because it is
 * the line's value there. `moments` and `ends` are ordered by time. Returns at most `2 * lines * buckets + lines *
 * (ends + 1) + 1` moments.
 */
export function downsampleByTime<M extends Moment>(
  moments: readonly M[],
  buckets: number,
  ends: readonly number[] = [],
): M[] {
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last) return [];
  const lines = first.length - 1;
  if (moments.length <= 2 * lines * buckets) return [...moments];
  const length = (last[0] - first[0]) / buckets || 1;
  const points = new Set<M>([first]);
  let bucket: M[] = [];
  let number = 0;
  const close = () => {
    for (let line = 1; line <= lines; line++) for (const moment of extremes(bucket, line)) points.add(moment);
    bucket = [];
  };
  for (const moment of moments) {
    const own = Math.min(buckets - 1, Math.floor((moment[0] - first[0]) / length));
    if (own !== number) close();
    number = own;
    bucket.push(moment);
  }
  close();
  for (let line = 1; line <= lines; line++)
    for (const moment of lasts(moments, line, ends)) points.add(moment);
  points.add(last);
  return moments.filter((moment) => points.has(moment));
}

function extremes<M extends Moment>(bucket: readonly M[], line: number): M[] {
  let low: M | undefined;
  let high: M | undefined;
  for (const moment of bucket) {
    const value = moment[line];
    if (value === null || value === undefined) continue;
    if (low === undefined || value < (low[line] ?? 0)) low = moment;
    if (high === undefined || value > (high[line] ?? 0)) high = moment;
  }
  return low && high ? [low, high] : [];
}

/** Returns the last moments at which a line was known: before each of these ends, and overall. */
function lasts<M extends Moment>(moments: readonly M[], line: number, ends: readonly number[]): M[] {
  const selected: M[] = [];
  let last: M | undefined;
  let next = 0;
  const end = () => {
    if (last) selected.push(last);
  };
  for (const moment of moments) {
    for (; moment[0] >= (ends[next] ?? Number.POSITIVE_INFINITY); next++) end();
    if (moment[line] !== null && moment[line] !== undefined) last = moment;
  }
  end();
  return selected;
}

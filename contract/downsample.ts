/** A moment and what was known at it: `[epoch milliseconds, value, …]`; null is not known. */
export type Moment = readonly [at: number, ...values: (number | null)[]];

/**
 * The moments that hold a picture of lines, thinned by time: the time is cut into `buckets` of one length, and of each the lowest
 * and the highest moment of every line stays, as do the first and the last of all. So no peak and no fall is lost, a quiet month
 * takes the width of a month, and lines thinned together keep one set of moments: at each of them all say what they truly
 * were, so that they never cross where they did not (docs/adr/0009). Of what is read out by stretches, the moment at which each
 * line was last known before each of `ends` stays too: it says what the line was there. Takes moments and ends in order of time; at
 * most `2 * lines * buckets + lines * (ends + 1) + 1` come back.
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

/** The last moments at which a line was known: before each of these ends, and of all. */
function lasts<M extends Moment>(moments: readonly M[], line: number, ends: readonly number[]): M[] {
  const found: M[] = [];
  let last: M | undefined;
  let next = 0;
  const end = () => {
    if (last) found.push(last);
  };
  for (const moment of moments) {
    for (; moment[0] >= (ends[next] ?? Number.POSITIVE_INFINITY); next++) end();
    if (moment[line] !== null && moment[line] !== undefined) last = moment;
  }
  end();
  return found;
}

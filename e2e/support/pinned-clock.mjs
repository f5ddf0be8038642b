// Stood before a cabinet by `node --import`: it begins at the same minute on every run, and an hour of its is a thousand
// of ours. Timers run as ever; only what is read from the clock is pinned, so that pictures say the same times.
const begins = Date.parse("2026-11-20T10:00:00Z");
const RealDate = Date;
const began = RealDate.now();
const now = () => begins + Math.floor((RealDate.now() - began) / 1000);

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }

  static now() {
    return now();
  }
};

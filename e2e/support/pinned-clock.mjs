// Preloaded into a cabinet by `node --import`: the clock starts at the same minute on every run and runs a thousand
// times slower than real time. Timers are not affected; only reading the clock is pinned, so that screenshots show
// the same times.
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

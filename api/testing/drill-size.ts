/**
 * Returns the size of a randomized test: its runs, kills or seconds. `daily` is used by `npm test` and CI, `nightly`
 * by `npm run test:nightly`, which sets NIGHTLY=1.
 */
export const drillSize = ({ daily, nightly }: { daily: number; nightly: number }): number =>
  process.env.NIGHTLY === "1" ? nightly : daily;

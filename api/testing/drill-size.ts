/**
 * How much of a drill is run: its runs, kills or seconds. `daily` is what `npm test` and CI run, `nightly` what
 * `npm run test:nightly` runs, which sets NIGHTLY=1.
 */
export const drillSize = ({ daily, nightly }: { daily: number; nightly: number }): number =>
  process.env.NIGHTLY === "1" ? nightly : daily;

/** Reports the progress of some work, from 0 to 1. */
export type ReportProgress = (share: number) => Promise<void>;

/** Maps the progress of a part to that of the whole work: `partOf(tell, 0.3, 0.8)`. */
export const partOf =
  (reportProgress: ReportProgress, from: number, to: number): ReportProgress =>
  (share) =>
    reportProgress(from + share * (to - from));

/** What the pages of reports name, without the schemas: browsers need the words at once, the checks later. */

export const reportPeriods = ["daily", "weekly", "monthly"] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

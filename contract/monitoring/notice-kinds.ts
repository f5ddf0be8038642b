/** What the pages of reports and alerts name, without the schemas: browsers need the words at once, the checks later. */

export const reportPeriods = ["daily", "weekly", "monthly"] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

export const alertKinds = ["drawdown", "equity", "profit", "silence", "opened", "closed"] as const;
export type AlertKind = (typeof alertKinds)[number];

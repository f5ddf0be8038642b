/**
 * Names used on the pages of reports, without schemas, because browsers need the names at once and the validation
 * later.
 */

export const reportPeriods = ["daily", "weekly", "monthly"] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** Kinds of emails for a second recipient; also a path segment of their endpoints. */
export const recipientKinds = ["reports", "alerts"] as const;
export type RecipientKind = (typeof recipientKinds)[number];

/** `waiting`: invited, nothing is sent yet; `stopped`: the recipient has unsubscribed. */
export const recipientStates = ["waiting", "confirmed", "stopped"] as const;
export type RecipientState = (typeof recipientStates)[number];

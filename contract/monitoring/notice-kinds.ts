/** What the pages of reports name, without the schemas: browsers need the words at once, the checks later. */

export const reportPeriods = ["daily", "weekly", "monthly"] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** What a second recipient can get; the word in the address of its calls. */
export const recipientKinds = ["reports", "alerts"] as const;
export type RecipientKind = (typeof recipientKinds)[number];

/** `waiting`: asked, and nothing is sent yet; `stopped`: the recipient wants no more. */
export const recipientStates = ["waiting", "confirmed", "stopped"] as const;
export type RecipientState = (typeof recipientStates)[number];

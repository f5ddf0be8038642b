import type { AnswerKey } from "#api/lib/answer";
import { languages } from "#contract/languages";

/**
 * Parameters that an operation's error is about, the likeliest first. Errors about none of them, such as a lack of
 * anything typed, stand above the form.
 */
const fields: Readonly<Partial<Record<AnswerKey, readonly string[]>>> = {
  announcementBracket: ["textEn", "textRu"],
  announcementCountDiffers: ["count"],
  clientHasLess: ["amount"],
  dayOver: ["from", "until"],
  departmentsMustKeep: ["value"],
  depositOverLimit: ["amount"],
  depositSpent: ["amount"],
  lastOwner: ["role", "email"],
  maintenanceEndsFirst: ["ends"],
  maintenanceOver: ["ends"],
  maintenanceTooLong: ["ends"],
  noClient: ["client", "email"],
  noNodeKnown: ["node"],
  noRecipient: ["address"],
  noSavedReply: ["saved", "name"],
  noStaffAccount: ["to", "email"],
  noSuchNode: ["node"],
  noTariff: ["plan", "id"],
  planWithoutSegment: ["plan"],
  priceIsZero: ["dollars"],
  priceNeedsNotice: ["from"],
  reinstateAddDays: ["days"],
  recipientNoBot: ["address"],
  recipientNoChat: ["address"],
  recipientNoEmail: ["address"],
  recipientNoSecret: ["address"],
  recipientNoUrl: ["address"],
  refundMoreThanDeposited: ["amount"],
  refundMoreThanLeft: ["amount"],
  refundOnlyByHand: ["byHand"],
  replyNeedsText: ["text"],
  segmentWithoutPlan: ["plan"],
  settingInvalid: ["value"],
  settingNoDay: ["from"],
  settingSame: ["value"],
  textInvalid: ["markdown"],
  transferUsed: ["reference"],
  unknownPlaceholder: ["text", ...languages],
  upgradePriceDiffers: ["price"],
};

/**
 * Returns the parameter that an error is about, of those that an operation has: the one that was given, else the
 * first; undefined if it is about none.
 */
export function fieldOfError(
  key: AnswerKey,
  parameters: readonly string[],
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const own = (fields[key] ?? []).filter((name) => parameters.includes(name));
  return own.find((name) => input[name] !== undefined) ?? own[0];
}

/** All parameters that errors are about. */
export const erringParameters: readonly string[] = [...new Set(Object.values(fields).flat())];

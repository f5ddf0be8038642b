import { createHmac } from "node:crypto";
import { isbot } from "isbot";
import { partnerClicks } from "#api/db/schema/partners";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { isPrefetch } from "#api/http/is-prefetch";
import { consume } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { dayOf } from "#contract/day";
import { createClick as contractCreateClick } from "#contract/partners/index";
import { findPartner } from "./attribute";

const clicksPerMinute = 60;

/**
 * Returns whether the user agent names itself as a robot. Headless Chrome does not count as one: people use it for
 * tests and for reading, and anyone who wants to inflate their clicks can send any name.
 */
const isRobot = (userAgent: string) =>
  userAgent === "" || isbot(userAgent.replace("HeadlessChrome", "Chrome"));

export const createClick = handle(contractCreateClick, async ({ referral_code }, context) => {
  await consume(context, [{ key: `click:${context.network}`, limit: clicksPerMinute }]);
  const day = dayOf(context.clock.now());
  // the day is part of the hash, so that visitors cannot be recognized on another day
  const visitor = createHmac("sha256", context.settings.secret)
    .update(`click:${day}:${context.network}:${context.userAgent}`)
    .digest("base64url");
  await transaction(context.db, async (tx) => {
    const partner = await findPartner(tx, referral_code);
    if (!partner)
      throw new ApiError(422, "partnerCodeInvalid", { fields: { referral_code: "partnerCodeInvalid" } });
    if (isRobot(context.userAgent) || isPrefetch(context.sent.headers)) return;
    await tx.insert(partnerClicks).values({ partnerId: partner.id, day, visitor }).onConflictDoNothing();
  });
  return { ok: true };
});

import { createHmac } from "node:crypto";
import { isbot } from "isbot";
import { partnerClicks } from "#api/db/schema/partners";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { consume } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { dayOf } from "#contract/day";
import { createClick as contractCreateClick } from "#contract/partners/index";
import { findPartner } from "./attribute";

const clicksPerMinute = 60;

/** Browsers say so when they fetch a page that nobody has opened yet. */
const isPrefetch = (headers: Headers) =>
  /prefetch|prerender|preview/i.test(
    ["sec-purpose", "purpose", "x-moz"].map((name) => headers.get(name)).join(),
  );

/**
 * Robots that give their name. A browser without a window is not one of them for that alone: people test and read with it,
 * and who wants to count themselves up can send any name.
 */
const isRobot = (userAgent: string) =>
  userAgent === "" || isbot(userAgent.replace("HeadlessChrome", "Chrome"));

export const createClick = handle(contractCreateClick, async ({ referral_code }, context) => {
  await consume(context, [{ key: `click:${context.network}`, limit: clicksPerMinute }]);
  const day = dayOf(context.clock.now());
  // the day is part of the hash: who came today can't be told apart tomorrow
  const visitor = createHmac("sha256", context.settings.secret)
    .update(`click:${day}:${context.network}:${context.userAgent}`)
    .digest("base64url");
  await transaction(context.db, async (tx) => {
    const partner = await findPartner(tx, referral_code);
    if (!partner)
      throw new ApiError(422, "partnerCodeInvalid", { fields: { referral_code: "partnerCodeInvalid" } });
    if (isRobot(context.userAgent) || isPrefetch(context.request.headers)) return;
    await tx.insert(partnerClicks).values({ partnerId: partner.id, day, visitor }).onConflictDoNothing();
  });
  return { ok: true };
});

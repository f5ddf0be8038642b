import { countedAs } from "#api/auth/browsers";
import { noteSecurityEvent } from "#api/auth/events";
import { userOf } from "#api/auth/user-of";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { consume, giveBack } from "#api/http/rate-limit";
import { codeLimits, takeCode } from "#api/http/second-step-codes";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/security/index";
import { closeChallenge, tryChallenge } from "./challenges";
import { startSession } from "./start-session";

export const secondStep = handle(contract.secondStep, async ({ ticket, code }, context) => {
  const challenge = await tryChallenge(context, "secondStep", ticket);
  const userId = challenge?.userId;
  if (!challenge || !userId) throw new ApiError(400, "secondStepOver");
  const { who } = await countedAs(context.db, userId, context.browser);
  const limits = codeLimits(userId, who);
  await consume(context, limits);
  const session = await transaction(context.db, async (tx) => {
    if (!(await takeCode(context, tx, userId, code))) return null;
    if (!(await closeChallenge(tx, challenge.id))) throw new ApiError(400, "secondStepOver");
    return startSession(context, tx, await userOf(tx, userId));
  });
  if (!session) {
    await noteSecurityEvent(context, context.db, { userId, kind: "secondStepFailed" });
    throw new ApiError(422, "secondFactorWrong", { fields: { code: "secondFactorWrong" } });
  }
  await giveBack(context, limits);
  return session;
});

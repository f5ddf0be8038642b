import { verb } from "#api/calls/verb";
import { transaction } from "#api/db/transaction";
import { userOf } from "#api/identity/user-of";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/security/index";
import { closeChallenge, tryChallenge } from "./challenges";
import { spendSecondFactor } from "./second-factor";
import { startSession } from "./start-session";

export const secondStep = verb(contract.secondStep, async ({ ticket, code }, context) => {
  const challenge = await tryChallenge(context, "secondStep", ticket);
  const userId = challenge?.userId;
  if (!challenge || !userId) throw new Refusal(400, "secondStepOver");
  return transaction(context.db, async (tx) => {
    if (!(await spendSecondFactor(context, tx, userId, code))) {
      throw new Refusal(422, "secondFactorWrong", { fields: { code: "secondFactorWrong" } });
    }
    if (!(await closeChallenge(tx, challenge.id))) throw new Refusal(400, "secondStepOver");
    return startSession(context, tx, await userOf(tx, userId));
  });
});

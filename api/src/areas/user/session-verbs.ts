import { verb } from "#api/calls/verb";
import { transaction } from "#api/db/transaction";
import { noteSecurityEvent } from "#api/identity/events";
import { continueSession, endSessions } from "#api/identity/sessions";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/user/index";

export const refreshToken = verb(contract.refreshToken, ({ refreshToken: token }, context) => {
  if (!token) throw new Refusal(401, "sessionOver");
  return transaction(context.db, (tx) => continueSession(context, tx, token));
});

export const logout = verb(contract.logout, async (_input, context) => {
  const { db, client } = context;
  await endSessions(db, client.id, { id: client.sessionId });
  await noteSecurityEvent(context, db, { userId: client.id, kind: "logout" });
  return { ok: true };
});

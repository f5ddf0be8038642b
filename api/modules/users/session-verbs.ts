import { noteSecurityEvent } from "#api/auth/events";
import { continueSession, endSessions } from "#api/auth/sessions";
import { transaction } from "#api/db/transaction";
import { verb } from "#api/http/verb";
import { Refusal } from "#api/lib/refusal";
import * as contract from "#contract/users/index";

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

import { noteSecurityEvent } from "#api/auth/events";
import { continueSession, endSessions } from "#api/auth/sessions";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/users/index";

export const refreshToken = handle(contract.refreshToken, ({ refreshToken: token }, context) => {
  if (!token) throw new ApiError(401, "sessionOver");
  return transaction(context.db, (tx) => continueSession(context, tx, token));
});

export const logout = handle(contract.logout, async (_input, context) => {
  const { db, client } = context;
  await endSessions(db, client.id, { id: client.sessionId });
  await noteSecurityEvent(context, db, { userId: client.id, kind: "logout" });
  return { ok: true };
});

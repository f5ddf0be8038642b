import { noteSecurityEvent } from "#api/areas/security/events";
import { verb } from "#api/calls/verb";
import { transaction } from "#api/db/transaction";
import { continueSession, endSessions } from "#api/identity/sessions";
import * as contract from "#contract/user/index";

export const refreshToken = verb(contract.refreshToken, (input, context) =>
  transaction(context.db, (tx) => continueSession(context, tx, input.refreshToken)),
);

export const logout = verb(contract.logout, async (_input, context) => {
  const { db, client } = context;
  await endSessions(db, client.id, { id: client.sessionId });
  await noteSecurityEvent(context, db, { userId: client.id, kind: "logout" });
  return { ok: true };
});

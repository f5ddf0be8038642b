import { endSessions } from "#api/auth/sessions";
import { userOf } from "#api/auth/user-of";
import { openView } from "#api/auth/views";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/admin/index";

export const startView = handle(contract.openView, async ({ code }, context) => {
  const { token, endsAt, userId } = await openView(context, code);
  const { email } = await userOf(context.db, userId);
  return { token, endsAt: endsAt.toISOString(), clientId: userId, email };
});

export const endView = handle(contract.endView, async (_input, { client, db }) => {
  if (!client.viewedBy) throw new ApiError(404, "notFound");
  await endSessions(db, client.id, { id: client.sessionId });
  return { ok: true } as const;
});

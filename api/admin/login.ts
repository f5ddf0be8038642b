import { bearerOf } from "#api/auth/sessions";
import {
  confirmStaffSession,
  endStaffSession,
  nextStaffCode,
  startStaffSession,
  waitingMember,
} from "#api/auth/staff";
import { endViews } from "#api/auth/views";
import { handle } from "#api/http/handle";
import { consume, giveBack } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/admin/index";

export const login = handle(contract.login, async ({ email, password }, context) => {
  const limits = [{ key: `staff-login:${context.network}` }, { key: `staff-login:${email}` }];
  await consume(context, limits);
  const { address, userAgent } = context;
  const token = await startStaffSession(context, { email, password, address, userAgent });
  await giveBack(context, limits);
  if (context.settings.isDemo)
    process.stdout.write(`Code for ${email}: ${await nextStaffCode(context, email)}\n`);
  return { token };
});

export const confirmLogin = handle(contract.confirmLogin, async ({ code }, context) => {
  const token = bearerOf(context.sent.headers);
  if (!token) throw new ApiError(401, "sessionOver");
  const waiting = await waitingMember(context, token);
  await consume(context, [{ key: `staff-code:${waiting.member.id}`, limit: 5 }]);
  await confirmStaffSession(context, waiting, code);
  return { ok: true } as const;
});

export const logout = handle(contract.logout, async (_, context) => {
  await endStaffSession(context, context.staff.sessionId);
  await endViews(context.db, context.staff.email);
  return { ok: true } as const;
});

export const me = handle(contract.me, async (_, { staff: { id, email, name, roles } }) => ({
  id,
  email,
  name,
  roles: [...roles],
}));

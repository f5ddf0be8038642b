import { eq, sql } from "drizzle-orm";
import { countedAs, forgetBrowsers } from "#api/auth/browsers";
import { deletePendingCredentials } from "#api/auth/delete-pending-credentials";
import { noteSecurityEvent } from "#api/auth/events";
import { hashPassword } from "#api/auth/passwords";
import { endSessions } from "#api/auth/sessions";
import { hasTwoStep } from "#api/auth/totp";
import { passkeys } from "#api/db/schema/security";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { sendSecurityEmail } from "#api/email/security-emails";
import { sendMail } from "#api/email/send";
import type { HandlerContext } from "#api/http/handle";
import { handle } from "#api/http/handle";
import type { RateLimit } from "#api/http/rate-limit";
import { consume } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { daySeconds } from "#contract/day";
import { codesADay } from "#contract/rules";
import * as contract from "#contract/users/index";
import { createEmailCode, requireCodePause, spendDigits, spendSecret } from "./email-codes";

type Context = HandlerContext<typeof contract.forgotPasswordCode>;

const userBy = (email: string) => eq(sql`lower(${users.email})`, email);

/** Returns the rate limits of an email address; they are the same for addresses without an account. */
async function limitsOf(context: Context, action: "forgot" | "check", email: string): Promise<RateLimit[]> {
  const [user] = await context.db.select({ id: users.id }).from(users).where(userBy(email));
  const { isKnown, who } = await countedAs(context.db, user?.id, context.browser);
  const day = {
    key: `${action}-day:${isKnown ? "known" : "new"}:${email}`,
    limit: isKnown ? codesADay.knownBrowsers : codesADay.newBrowsers,
    windowSeconds: daySeconds,
  };
  const minute = { key: `forgot:${isKnown ? who : "new"}:${email}` };
  return isKnown ? [minute, day] : [{ key: `forgot:${context.network}` }, minute, day];
}

export const forgotPasswordCode = handle(contract.forgotPasswordCode, async ({ email }, context) => {
  await consume(context, await limitsOf(context, "forgot", email));
  await transaction(context.db, async (tx) => {
    const [user] = await tx.select().from(users).where(userBy(email)).for("update");
    if (!user) throw new ApiError(422, "emailNotFound", { fields: { email: "emailNotFound" } });
    await requireCodePause(context, tx, user.id, "reset");
    const code = await createEmailCode(context, tx, user.id, "reset");
    await sendMail(context, tx, {
      to: user.email,
      language: user.language,
      template: "resetCode",
      values: { name: user.name, code },
    });
  });
  return { ok: true };
});

export const checkForgotOtp = handle(contract.checkForgotOtp, async ({ email, code }, context) => {
  await consume(context, await limitsOf(context, "check", email));
  const resetTicket = await transaction(context.db, async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(userBy(email));
    if (!user || !(await spendDigits(context, tx, user.id, code))) return null;
    return createEmailCode(context, tx, user.id, "resetTicket");
  });
  // thrown outside the transaction, so that the used try stays counted
  if (!resetTicket) throw new ApiError(400, "codeInvalid", { fields: { code: "codeInvalid" } });
  return { resetTicket };
});

/**
 * Holds or removes passkeys after a reset, because an intruder may have added one. With two-step login, passkeys are
 * on hold until the second step confirms them; without it, they can't be told apart from the owner's and are removed.
 */
async function closePasskeys(tx: Tx, userId: string, now: Date) {
  const isOwn = eq(passkeys.userId, userId);
  const rows = (await hasTwoStep(tx, userId))
    ? {
        passkeysHeld: await tx.update(passkeys).set({ disabledAt: now }).where(isOwn).returning(),
        passkeysRemoved: [],
      }
    : { passkeysHeld: [], passkeysRemoved: await tx.delete(passkeys).where(isOwn).returning() };
  return {
    passkeysHeld: rows.passkeysHeld.map(({ name }) => name),
    passkeysRemoved: rows.passkeysRemoved.map(({ name }) => name),
  };
}

export const resetPassword = handle(contract.resetPassword, async ({ resetTicket, password }, context) => {
  const passwordHash = await hashPassword(context, password);
  return transaction(context.db, async (tx) => {
    const userId = await spendSecret(context, tx, "resetTicket", resetTicket);
    if (!userId) throw new ApiError(400, "resetTicketInvalid");
    const now = context.clock.now();
    // reading the email proves that the address is theirs
    const [user] = await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: now })
      .where(eq(users.id, userId))
      .returning();
    if (!user) throw new ApiError(400, "resetTicketInvalid");
    await endSessions(tx, userId, {});
    await forgetBrowsers(tx, userId);
    await deletePendingCredentials(tx, userId);
    const closed = await closePasskeys(tx, userId, now);
    await noteSecurityEvent(context, tx, { userId, kind: "passwordReset" });
    await sendSecurityEmail(context, tx, user, "passwordChanged", { changedAt: now.toISOString() });
    return closed;
  });
});

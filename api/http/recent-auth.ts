import { eq } from "drizzle-orm";
import { noteSecurityEvent } from "#api/auth/events";
import { isPassword } from "#api/auth/passwords";
import type { SignedIn } from "#api/auth/sessions";
import { hasTwoStep } from "#api/auth/totp";
import { userOf } from "#api/auth/user-of";
import { sessions } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import { daySeconds } from "#contract/day";
import type { RecentAuthField } from "#contract/endpoint";
import { recentAuthMinutes, recentTwoStepMinutes } from "#contract/rules";
import { consume, giveBack } from "./rate-limit";
import { codeLimits, takeCode } from "./second-step-codes";

type From = Deps & { address: string; userAgent: string; client: SignedIn };
type Field = Exclude<RecentAuthField, "passwordIfTwoStep" | "ifTwoStep">;
type RecentAuthInput = Partial<Record<Field | "secondFactorCode", string>>;

/** Returns whether a session has given password and second step within the last minutes. */
export const hasRecentAuth = (
  { provenAt }: Pick<SignedIn, "provenAt">,
  now: Date,
  minutes = recentAuthMinutes,
): boolean => provenAt !== null && now.getTime() - provenAt.getTime() < minutes * 60_000;

/**
 * Checks recent authentication before every endpoint declared with `recentAuth`: a stolen session alone can't change
 * anything that protects an account. A given password is always checked; a code only if the session has no recent
 * authentication yet.
 *
 * @throws {ApiError} 403 `freshProofNeeded` or `secondFactorNeeded` for what is missing, 422 for what is wrong, 429
 * after ten tries
 */
export async function requireRecentAuth(
  context: From,
  input: RecentAuthInput,
  authField: RecentAuthField,
): Promise<void> {
  const { client, clock, db } = context;
  const isForTwoStep = authField === "passwordIfTwoStep" || authField === "ifTwoStep";
  if (isForTwoStep && !(await hasTwoStep(db, client.id))) return;
  const field: Field = authField === "oldPassword" ? authField : "password";
  const password = input[field];
  const isFresh = hasRecentAuth(
    client,
    clock.now(),
    authField === "ifTwoStep" ? recentTwoStepMinutes : recentAuthMinutes,
  );
  if (password === undefined) {
    if (isFresh) return;
    throw new ApiError(403, "freshProofNeeded", { fields: { [field]: "specifyPassword" } });
  }
  // per session, so that guesses in one session do not lock the others
  const limits = [
    { key: `password:${client.sessionId}` },
    { key: `password-day:${client.sessionId}`, limit: 100, windowSeconds: daySeconds },
  ];
  await consume(context, limits);
  const { passwordHash } = await userOf(db, client.id);
  if (!(await isPassword(context, passwordHash, password))) {
    const code = field === "oldPassword" ? "oldPasswordWrong" : "passwordWrong";
    throw new ApiError(422, code, { fields: { [field]: code } });
  }
  await giveBack(context, limits);
  if (!isFresh) await proveSecondStep(context, input.secondFactorCode);
}

async function proveSecondStep(context: From, code: string | undefined): Promise<void> {
  const { client, clock, db } = context;
  const proven = { provenAt: clock.now() };
  if (!(await hasTwoStep(db, client.id))) {
    await db.update(sessions).set(proven).where(eq(sessions.id, client.sessionId));
    return;
  }
  const secondFactorError = (status: 403 | 422, message: "secondFactorNeeded" | "secondFactorWrong") =>
    new ApiError(status, message, { fields: { secondFactorCode: message } });
  if (!code) throw secondFactorError(403, "secondFactorNeeded");
  const limits = codeLimits(client.id, client.sessionId);
  await consume(context, limits);
  const isRight = await transaction(db, async (tx) => {
    if (!(await takeCode(context, tx, client.id, code))) return false;
    await tx.update(sessions).set(proven).where(eq(sessions.id, client.sessionId));
    return true;
  });
  if (!isRight) {
    await noteSecurityEvent(context, db, { userId: client.id, kind: "secondStepFailed" });
    throw secondFactorError(422, "secondFactorWrong");
  }
  await giveBack(context, limits);
}

import { eq, sql } from "drizzle-orm";
import { hashPassword, isPassword } from "#api/auth/passwords";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { handle } from "#api/http/handle";
import { consume } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { attribute, findPartner } from "#api/modules/partners/attribute";
import type { Language } from "#contract/languages";
import * as contract from "#contract/users/index";
import { createEmailCode } from "./email-codes";

const signupsPerMinute = 30;

export const signup = handle(contract.signup, async (input, context) => {
  await consume(context, [{ key: `signup:${context.network}`, limit: signupsPerMinute }]);
  const passwordHash = await hashPassword(context, input.password);
  const isNew = await transaction(context.db, async (tx) => {
    const language = input.language ?? context.language;
    const partner = input.partnerCode ? await findPartner(tx, input.partnerCode) : null;
    if (input.partnerCode && !partner)
      throw new ApiError(422, "partnerCodeInvalid", { fields: { partnerCode: "partnerCodeInvalid" } });
    const created = await tx
      .insert(users)
      .values({
        id: context.ids.id(),
        createdAt: context.clock.now(),
        email: input.email,
        name: input.name,
        passwordHash,
        language,
        referralCode: context.ids.id().slice(0, 8).toUpperCase(),
        referrerId: partner?.id,
      })
      .onConflictDoNothing()
      .returning({ id: users.id });
    const [user] = created;
    if (!user) return false;
    if (partner) await attribute(context, tx, user.id, partner.id);
    await sendConfirmation(context, tx, { id: user.id, email: input.email, name: input.name, language });
    return true;
  });
  if (!isNew) await requireFreeEmail(context, input);
  return { ok: true };
});

/**
 * Throws if the email is taken. A double click or a repeat after Back finds the account unconfirmed with the same
 * password, which is not an error.
 */
async function requireFreeEmail(
  deps: Pick<Deps, "db" | "passwordCost">,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const [existing] = await deps.db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  const isOwn =
    existing && !existing.emailVerifiedAt && (await isPassword(deps, existing.passwordHash, password));
  if (!isOwn) throw new ApiError(422, "emailTaken", { fields: { email: "emailTaken" } });
}

/** Emails the confirmation link; earlier links stop working. */
export async function sendConfirmation(
  deps: Deps,
  tx: Tx,
  user: { id: string; email: string; name: string; language: Language },
): Promise<void> {
  const code = await createEmailCode(deps, tx, user.id, "confirm");
  await sendMail(deps, tx, {
    to: user.email,
    language: user.language,
    template: "confirmEmail",
    values: { name: user.name, link: `${deps.settings.publicOrigin}/login?code=${code}` },
  });
}

import { and, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { deletePendingCredentials } from "#api/auth/delete-pending-credentials";
import { noteSecurityEvent } from "#api/auth/events";
import { endSessions } from "#api/auth/sessions";
import { lockUser } from "#api/auth/user-of";
import type { Database } from "#api/db/connect";
import { emailChanges } from "#api/db/schema/profile";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { errorCode, transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { emailChangeDays } from "#api/email/account-templates";
import { sendSecurityEmail } from "#api/email/security-emails";
import { sendMail } from "#api/email/send";
import { handle } from "#api/http/handle";
import { consume } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { sha256Hex } from "#api/lib/hash";
import { dayMilliseconds } from "#contract/day";
import * as contract from "#contract/profile/index";

type Change = typeof emailChanges.$inferSelect;
type User = typeof users.$inferSelect;

const uniqueViolation = "23505";
const requestsPerHour = 5;

const emailTakenError = (status: 409 | 422) =>
  new ApiError(status, "emailTaken", { fields: { email: "emailTaken" } });

/** Returns whether another client has the address, ignoring case. */
async function isTaken(db: Database | Tx, userId: string, email: string): Promise<boolean> {
  const [otherUser] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), ne(users.id, userId)));
  return otherUser !== undefined;
}

const stateOf = ({ doneAt }: Change, isConfirmed: boolean): "open" | "confirmed" | "done" =>
  doneAt ? "done" : isConfirmed ? "confirmed" : "open";

export const emailChange = handle(contract.emailChange, async (_input, { client, clock, db }) => {
  const [change] = await db
    .select()
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.userId, client.id),
        isNull(emailChanges.doneAt),
        gt(emailChanges.endsAt, clock.now()),
      ),
    );
  return {
    change: change
      ? {
          newEmail: change.newEmail,
          endsAt: change.endsAt.toISOString(),
          isOldConfirmed: change.oldConfirmedAt !== null,
          isNewConfirmed: change.newConfirmedAt !== null,
        }
      : null,
  };
});

export const requestEmailChange = handle(contract.requestEmailChange, async ({ email }, context) => {
  const { client, clock, db, ids } = context;
  if (email === client.user.email.toLowerCase())
    throw new ApiError(422, "emailUnchanged", { fields: { email: "emailUnchanged" } });
  await consume(context, [
    { key: `email-change:${client.id}`, limit: requestsPerHour, windowSeconds: 60 * 60 },
  ]);
  if (await isTaken(db, client.id, email)) throw emailTakenError(422);
  const now = clock.now();
  const [oldToken, newToken] = [ids.secret(), ids.secret()];
  await transaction(db, async (tx) => {
    const user = await lockUser(tx, client.id);
    const change = {
      userId: user.id,
      oldEmail: user.email,
      newEmail: email,
      sessionId: client.sessionId,
      createdAt: now,
      endsAt: new Date(now.getTime() + emailChangeDays * dayMilliseconds),
      oldHash: sha256Hex(oldToken),
      newHash: sha256Hex(newToken),
      oldConfirmedAt: null,
      newConfirmedAt: null,
      doneAt: null,
    };
    await tx
      .insert(emailChanges)
      .values(change)
      .onConflictDoUpdate({ target: emailChanges.userId, set: change });
    await noteSecurityEvent(context, tx, { userId: user.id, kind: "emailChangeRequested", subject: email });
    await sendLinks(context, tx, user, { email, oldToken, newToken });
  });
  return { ok: true } as const;
});

type Links = { email: string; oldToken: string; newToken: string };

async function sendLinks(deps: Deps, tx: Tx, user: User, { email, oldToken, newToken }: Links) {
  const path = (token: string) => `/confirm-email/${token}`;
  await sendSecurityEmail(deps, tx, user, "emailChangeOld", { newEmail: email, path: path(oldToken) });
  await sendMail(deps, tx, {
    to: email,
    language: user.language,
    template: "emailChangeNew",
    values: { name: user.name, addedBy: user.email, path: path(newToken) },
  });
}

export const cancelEmailChange = handle(contract.cancelEmailChange, (_input, context) =>
  transaction(context.db, async (tx) => {
    const userId = context.client.id;
    const own = and(eq(emailChanges.userId, userId), isNull(emailChanges.doneAt));
    const [cancelled] = await tx.delete(emailChanges).where(own).returning();
    if (cancelled)
      await noteSecurityEvent(context, tx, {
        userId,
        kind: "emailChangeCancelled",
        subject: cancelled.newEmail,
      });
    return { ok: true } as const;
  }),
);

/**
 * Returns the email change of a link, and whether the link was sent to the new address.
 * @throws 404 if the token is unknown or expired
 */
async function findChange(deps: Deps, db: Database | Tx, token: string) {
  const hash = sha256Hex(token);
  const [change] = await db
    .select()
    .from(emailChanges)
    .where(
      and(
        or(eq(emailChanges.oldHash, hash), eq(emailChanges.newHash, hash)),
        gt(emailChanges.endsAt, deps.clock.now()),
      ),
    );
  if (!change) throw new ApiError(404, "notFound");
  const isNew = change.newHash === hash;
  return { change, isNew, isConfirmed: (isNew ? change.newConfirmedAt : change.oldConfirmedAt) !== null };
}

export const readEmailChange = handle(contract.readEmailChange, async ({ token }, context) => {
  const { change, isConfirmed } = await findChange(context, context.db, token);
  const { oldEmail, newEmail } = change;
  return { oldEmail, newEmail, state: stateOf(change, isConfirmed) };
});

/**
 * Confirms a link. A repeat changes nothing; of two concurrent requests the second waits and finds the first one's
 * confirmation.
 */
export const confirmEmailChange = handle(contract.confirmEmailChange, async ({ token }, context) => {
  const { db, clock } = context;
  const state = await transaction(db, async (tx) => {
    const found = await findChange(context, tx, token);
    const user = await lockUser(tx, found.change.userId);
    if (user.blockedAt) throw new ApiError(403, "accountBlocked");
    const { change, isNew, isConfirmed } = await findChange(context, tx, token);
    if (isConfirmed || change.doneAt) return stateOf(change, true);
    const now = clock.now();
    const confirmed = isNew ? { newConfirmedAt: now } : { oldConfirmedAt: now };
    const isDone = (isNew ? change.oldConfirmedAt : change.newConfirmedAt) !== null;
    await tx
      .update(emailChanges)
      .set({ ...confirmed, ...(isDone && { doneAt: now }) })
      .where(eq(emailChanges.userId, user.id));
    if (!isDone) return "confirmed" as const;
    if (await isTaken(tx, user.id, change.newEmail)) throw emailTakenError(409);
    await takeEffect(context, tx, user, change);
    return "done" as const;
  }).catch((error: unknown) => {
    if (errorCode(error) === uniqueViolation) throw emailTakenError(409);
    throw error;
  });
  return { state };
});

type From = Deps & { address: string; userAgent: string };

/**
 * Applies the change. As with a new password, the requesting session stays, all others end, and prepared security
 * changes are discarded.
 */
async function takeEffect(from: From, tx: Tx, user: User, change: Change): Promise<void> {
  const { oldEmail, newEmail, sessionId } = change;
  const now = from.clock.now();
  await tx.update(users).set({ email: newEmail, emailVerifiedAt: now }).where(eq(users.id, user.id));
  await endSessions(tx, user.id, { except: sessionId });
  await deletePendingCredentials(tx, user.id);
  await noteSecurityEvent(from, tx, { userId: user.id, kind: "emailChanged", subject: newEmail });
  for (const to of [oldEmail, newEmail])
    await sendMail(from, tx, {
      to,
      language: user.language,
      template: "emailChanged",
      values: { name: user.name, oldEmail, newEmail, changedAt: now.toISOString() },
    });
}

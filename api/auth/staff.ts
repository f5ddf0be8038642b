import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { authenticator } from "otplib";
import { staffMembers, staffSessions } from "#api/db/schema/staff";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import { decryptField, encryptField } from "#api/lib/encryption";
import { sha256Hex } from "#api/lib/hash";
import type { StaffRole } from "#contract/admin/roles";
import { hashPassword, isPassword } from "./passwords";
import { bearerOf } from "./sessions";
import { stepOf, stepSeconds } from "./totp";

const minute = 60_000;
/** A session ends after 8 hours, or after 30 minutes without a request. */
const sessionMilliseconds = 8 * 60 * minute;
const idleMilliseconds = 30 * minute;
/** Time to enter the code after the password. */
const codeMilliseconds = 10 * minute;

/** The signed-in staff member and the session. */
export type StaffMember = {
  id: string;
  email: string;
  name: string;
  roles: readonly StaffRole[];
  sessionId: string;
};

export const staffTotpContext = (memberId: string) => `staff-totp:${memberId}`;

type NewMember = {
  email: string;
  name: string;
  roles: readonly StaffRole[];
  password: string;
  totpSecret?: string;
};

/** Creates a staff member. Returns the key of the authenticator app, base32. */
export async function createStaffMember(deps: Deps, tx: Tx, member: NewMember): Promise<string> {
  const id = deps.ids.id();
  const secret = member.totpSecret ?? authenticator.generateSecret(20);
  await tx.insert(staffMembers).values({
    id,
    email: member.email,
    name: member.name,
    roles: [...member.roles],
    passwordHash: await hashPassword(deps, member.password),
    encryptedTotpSecret: encryptField(deps, staffTotpContext(id), secret),
    createdAt: deps.clock.now(),
  });
  return secret;
}

/** Returns a staff member's row by e-mail address; undefined if there is none. */
export async function staffMemberBy(db: Deps["db"] | Tx, email: string) {
  const [row] = await db
    .select()
    .from(staffMembers)
    .where(eq(sql`lower(${staffMembers.email})`, email.toLowerCase()));
  return row;
}

type SignIn = { email: string; password: string; address: string; userAgent: string };

/**
 * Opens a session that becomes valid once its code is entered. Consume the rate limit first.
 *
 * @returns its token
 * @throws {ApiError} 401 `loginNotFound`
 */
export async function startStaffSession(deps: Deps, { email, password, ...from }: SignIn): Promise<string> {
  const member = await staffMemberBy(deps.db, email);
  const isRight = await isPassword(deps, member?.passwordHash, password);
  if (!member || !isRight || member.disabledAt) throw new ApiError(401, "loginNotFound");
  const now = deps.clock.now();
  const token = deps.ids.secret();
  await deps.db.insert(staffSessions).values({
    id: deps.ids.id(),
    memberId: member.id,
    accessHash: sha256Hex(token),
    createdAt: now,
    lastSeenAt: now,
    endsAt: new Date(now.getTime() + codeMilliseconds),
    address: from.address.slice(0, 64),
    userAgent: from.userAgent.slice(0, 400),
  });
  return token;
}

/** Returns a session with its member; undefined if it has ended. `confirmedAt` tells whether the code was entered. */
async function sessionBy(deps: Deps, token: string) {
  const now = deps.clock.now();
  const [row] = await deps.db
    .select({ session: staffSessions, member: staffMembers })
    .from(staffSessions)
    .innerJoin(staffMembers, eq(staffMembers.id, staffSessions.memberId))
    .where(
      and(
        eq(staffSessions.accessHash, sha256Hex(token)),
        gt(staffSessions.endsAt, now),
        gt(staffSessions.lastSeenAt, new Date(now.getTime() - idleMilliseconds)),
        isNull(staffMembers.disabledAt),
      ),
    );
  return row;
}

/**
 * Returns the session that waits for its code, with the member to count the attempt by. @throws {ApiError} 401
 * `sessionOver`
 */
export async function waitingMember(deps: Deps, token: string) {
  const row = await sessionBy(deps, token);
  if (!row || row.session.confirmedAt) throw new ApiError(401, "sessionOver");
  return row;
}

/**
 * Accepts a code of the authenticator app, each once, and opens the console for the session.
 *
 * @throws {ApiError} 422 `secondFactorWrong`
 */
export async function confirmStaffSession(
  deps: Deps,
  { session, member }: Awaited<ReturnType<typeof waitingMember>>,
  code: string,
): Promise<void> {
  const now = deps.clock.now();
  const secret = decryptField(deps, staffTotpContext(member.id), member.encryptedTotpSecret);
  const step = stepOf(secret, code.replace(/\s/g, ""), now);
  if (step === null) throw new ApiError(422, "secondFactorWrong", { fields: { code: "secondFactorWrong" } });
  const updated = await deps.db
    .update(staffMembers)
    .set({ lastTotpStep: step })
    .where(and(eq(staffMembers.id, member.id), lt(staffMembers.lastTotpStep, step)))
    .returning({ id: staffMembers.id });
  if (updated.length === 0)
    throw new ApiError(422, "secondFactorWrong", { fields: { code: "secondFactorWrong" } });
  await deps.db
    .update(staffSessions)
    .set({ confirmedAt: now, lastSeenAt: now, endsAt: new Date(now.getTime() + sessionMilliseconds) })
    .where(eq(staffSessions.id, session.id));
}

/** Returns the next code that would be accepted. A demo, whose passwords are public, prints it. */
export async function nextStaffCode(deps: Deps, email: string): Promise<string> {
  const member = await staffMemberBy(deps.db, email);
  if (!member) throw new ApiError(404, "notFound");
  const secret = decryptField(deps, staffTotpContext(member.id), member.encryptedTotpSecret);
  const now = deps.clock.now().getTime();
  const epoch = Math.max(now, (member.lastTotpStep + 1) * stepSeconds * 1000);
  return authenticator.clone({ epoch }).generate(secret);
}

/**
 * Returns the staff member who sends this request, by its bearer token; null if there is none or the code was not
 * entered yet.
 */
export async function staffOf(deps: Deps, headers: Pick<Headers, "get">): Promise<StaffMember | null> {
  const token = bearerOf(headers);
  const row = token ? await sessionBy(deps, token) : undefined;
  if (!row?.session.confirmedAt) return null;
  const { session, member } = row;
  const now = deps.clock.now();
  if (session.lastSeenAt.getTime() < now.getTime() - minute)
    await deps.db.update(staffSessions).set({ lastSeenAt: now }).where(eq(staffSessions.id, session.id));
  const { id, email, name, roles } = member;
  return { id, email, name, roles, sessionId: session.id };
}

/** Ends a session of the admin console. */
export async function endStaffSession(deps: Deps, sessionId: string): Promise<void> {
  await deps.db.delete(staffSessions).where(eq(staffSessions.id, sessionId));
}

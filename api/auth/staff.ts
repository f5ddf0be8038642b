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
/** A session ends after so long, and earlier where nothing is done in it. */
const sessionMilliseconds = 8 * 60 * minute;
const idleMilliseconds = 30 * minute;
/** After the password so much time is left for the code. */
const codeMilliseconds = 10 * minute;

/** Who of the staff makes a call, and by which session. */
export type StaffMember = {
  id: string;
  email: string;
  name: string;
  roles: readonly StaffRole[];
  sessionId: string;
};

export const staffTotpPlace = (memberId: string) => `staff-totp:${memberId}`;

type NewMember = {
  email: string;
  name: string;
  roles: readonly StaffRole[];
  password: string;
  totpSecret?: string;
};

/** Makes a member of the staff; returns the key of the authenticator app, base32. */
export async function createStaffMember(deps: Deps, tx: Tx, member: NewMember): Promise<string> {
  const id = deps.ids.id();
  const secret = member.totpSecret ?? authenticator.generateSecret(20);
  await tx.insert(staffMembers).values({
    id,
    email: member.email,
    name: member.name,
    roles: [...member.roles],
    passwordHash: await hashPassword(deps, member.password),
    sealedTotpSecret: encryptField(deps, staffTotpPlace(id), secret),
    createdAt: deps.clock.now(),
  });
  return secret;
}

/** The row of a member by e-mail address; undefined where there is none. */
export async function staffMemberBy(db: Deps["db"] | Tx, email: string) {
  const [row] = await db
    .select()
    .from(staffMembers)
    .where(eq(sql`lower(${staffMembers.email})`, email.toLowerCase()));
  return row;
}

type SignIn = { email: string; password: string; address: string; userAgent: string };

/**
 * Opens a session that counts once its code is given. Count the try before.
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

/** A session, its member and whether its code was given; undefined where it has ended. */
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

/** Whose code a session waits for; count the try by it. @throws {ApiError} 401 `sessionOver` */
export async function waitingMember(deps: Deps, token: string) {
  const row = await sessionBy(deps, token);
  if (!row || row.session.confirmedAt) throw new ApiError(401, "sessionOver");
  return row;
}

/**
 * Takes the code of the authenticator app, each once, and opens the console for the session.
 *
 * @throws {ApiError} 422 `secondFactorWrong`
 */
export async function confirmStaffSession(
  deps: Deps,
  { session, member }: Awaited<ReturnType<typeof waitingMember>>,
  code: string,
): Promise<void> {
  const now = deps.clock.now();
  const secret = decryptField(deps, staffTotpPlace(member.id), member.sealedTotpSecret);
  const step = stepOf(secret, code.replace(/\s/g, ""), now);
  if (step === null) throw new ApiError(422, "secondFactorWrong", { fields: { code: "secondFactorWrong" } });
  const taken = await deps.db
    .update(staffMembers)
    .set({ lastTotpStep: step })
    .where(and(eq(staffMembers.id, member.id), lt(staffMembers.lastTotpStep, step)))
    .returning({ id: staffMembers.id });
  if (taken.length === 0)
    throw new ApiError(422, "secondFactorWrong", { fields: { code: "secondFactorWrong" } });
  await deps.db
    .update(staffSessions)
    .set({ confirmedAt: now, lastSeenAt: now, endsAt: new Date(now.getTime() + sessionMilliseconds) })
    .where(eq(staffSessions.id, session.id));
}

/** The next code that would be taken: a demo, whose passwords are known, prints it. */
export async function nextStaffCode(deps: Deps, email: string): Promise<string> {
  const member = await staffMemberBy(deps.db, email);
  if (!member) throw new ApiError(404, "notFound");
  const secret = decryptField(deps, staffTotpPlace(member.id), member.sealedTotpSecret);
  const now = deps.clock.now().getTime();
  const epoch = Math.max(now, (member.lastTotpStep + 1) * stepSeconds * 1000);
  return authenticator.clone({ epoch }).generate(secret);
}

/** Who of the staff sends this request, by its bearer token; null for nobody, and while the code is missing. */
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

/** Ends a session of the console. */
export async function endStaffSession(deps: Deps, sessionId: string): Promise<void> {
  await deps.db.delete(staffSessions).where(eq(staffSessions.id, sessionId));
}

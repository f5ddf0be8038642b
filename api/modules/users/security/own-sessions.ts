import { and, desc, eq, exists, gt, sql } from "drizzle-orm";
import { noteSecurityEvent } from "#api/auth/events";
import { countRecoveryCodes } from "#api/auth/recovery-codes";
import { endSessions, isClientSession } from "#api/auth/sessions";
import { confirmedTotp } from "#api/auth/totp";
import { passkeys, securityEvents } from "#api/db/schema/security";
import { sessions as sessionTable, users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { hasRecentAuth } from "#api/http/recent-auth";
import { listedSessions } from "#contract/rules";
import * as contract from "#contract/security/index";
import { deviceName } from "./device";

const eventsPerPage = 25;

export const sessions = handle(contract.sessions, async (_input, { client, clock, db }) => {
  const rows = await db
    .select()
    .from(sessionTable)
    .where(and(eq(sessionTable.userId, client.id), gt(sessionTable.endsAt, clock.now()), isClientSession))
    .orderBy(desc(eq(sessionTable.id, client.sessionId)), desc(sessionTable.lastSeenAt))
    .limit(listedSessions);
  const sessionList = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent),
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isCurrent: row.id === client.sessionId,
  }));
  return { sessions: sessionList };
});

export const endSession = handle(contract.endSession, ({ sessionId }, context) =>
  transaction(context.db, async (tx) => {
    const userId = context.client.id;
    const ended = await endSessions(tx, userId, { id: sessionId });
    // a repeat, or another client's session id, ends nothing
    if (ended > 0) await noteSecurityEvent(context, tx, { userId, kind: "sessionEnded" });
    return { ok: true } as const;
  }),
);

export const endOtherSessions = handle(contract.endOtherSessions, (_input, context) =>
  transaction(context.db, async (tx) => {
    await endSessions(tx, context.client.id, { except: context.client.sessionId });
    await noteSecurityEvent(context, tx, { userId: context.client.id, kind: "otherSessionsEnded" });
    return { ok: true } as const;
  }),
);

export const securityState = handle(contract.securityState, async (_input, { client, clock, db }) => {
  const rows = await db
    .select({
      key: passkeys,
      hasTwoStep: exists(confirmedTotp(db, client.id)).mapWith(Boolean),
      recoveryCodesLeft: sql`${countRecoveryCodes(db, client.id)}`.mapWith(Number),
    })
    .from(users)
    .leftJoin(passkeys, eq(passkeys.userId, users.id))
    .where(eq(users.id, client.id))
    .orderBy(passkeys.createdAt);
  const { hasTwoStep = false, recoveryCodesLeft = 0 } = rows[0] ?? {};
  const keys = rows.flatMap(({ key }) => key ?? []);
  return {
    hasTwoStep,
    recoveryCodesLeft,
    hasFreshProof: hasRecentAuth(client, clock.now()),
    passkeys: keys.map(({ id, name, createdAt, lastUsedAt, disabledAt: heldAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      isHeld: heldAt !== null,
    })),
  };
});

export const activity = handle(contract.activity, async ({ page }, { client, db }) => {
  const isOwn = eq(securityEvents.userId, client.id);
  const pages = Math.max(1, Math.ceil((await db.$count(securityEvents, isOwn)) / eventsPerPage));
  const currentPage = Math.min(page, pages);
  const rows = await db
    .select()
    .from(securityEvents)
    .where(isOwn)
    .orderBy(desc(securityEvents.at), desc(securityEvents.id))
    .limit(eventsPerPage)
    .offset((currentPage - 1) * eventsPerPage);
  const events = rows.map(({ id, at, kind, subject, address, userAgent }) => ({
    id,
    at: at.toISOString(),
    kind,
    subject,
    address,
    device: deviceName(userAgent),
  }));
  return { events, page: currentPage, pages };
});

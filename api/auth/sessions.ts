import { createHash } from "node:crypto";
import { and, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { cachePerRequest } from "#api/db/request-cache";
import { isUnread, tickets } from "#api/db/schema/support";
import { alerts, sessions, users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { balancesFrom, balancesIn, balancesOf } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import { sha256Hex } from "#api/lib/hash";
import type { Output, Section } from "#contract/endpoint";
import type { refreshToken } from "#contract/users/index";

const minute = 60_000;
const accessLifetime = 15 * minute;
const sessionLifetime = 30 * 24 * 60 * minute;
/** A refresh repeated within this time gets the same successor (two tabs, a lost response). */
const refreshGrace = 30_000;

/**
 * The signed-in client: the session, when it last authenticated, the sections of the cabinet that are open to the
 * client, and the tickets with an unread answer. It contains what every page shows of its client.
 */
export type SignedIn = {
  id: string;
  /** The client's row as the request found it. */
  user: typeof users.$inferSelect;
  sessionId: string;
  provenAt: Date | null;
  /** The staff member who views the pages as the client; null for the client. */
  viewedBy: string | null;
  sections: Record<Section, boolean>;
  unreadTickets: string[];
  /** The newest active announcement to all clients or to this one. */
  alert: Alert | null;
};
type Alert = { id: string; textEn: string; textRu: string };
type SessionTokens = Required<Output<typeof refreshToken>>;

/** Condition: a session of the client, not a view by staff. */
export const isClientSession = isNull(sessions.viewedBy);

/**
 * Successor tokens are derived from the predecessor and the service's secret, so that a retry can be answered without
 * storing tokens in the clear.
 */
const successor = (secret: string, refreshToken: string, kind: "access" | "refresh") =>
  createHash("sha256").update(`${kind}:${secret}:${refreshToken}`).digest("base64url");

const successors = (secret: string, refreshToken: string) => ({
  token: successor(secret, refreshToken, "access"),
  refreshToken: successor(secret, refreshToken, "refresh"),
});

/** Opens a session and returns its tokens; times are those of `deps.clock`. */
export async function openSession(
  deps: Deps,
  tx: Tx,
  from: { userId: string; userAgent: string; address: string },
): Promise<SessionTokens & { sessionId: string }> {
  const now = deps.clock.now();
  const [token, refreshToken, sessionId] = [deps.ids.secret(), deps.ids.secret(), deps.ids.id()];
  const accessEndsAt = new Date(now.getTime() + accessLifetime);
  await tx.insert(sessions).values({
    id: sessionId,
    userId: from.userId,
    createdAt: now,
    lastSeenAt: now,
    endsAt: new Date(now.getTime() + sessionLifetime),
    accessHash: sha256Hex(token),
    accessEndsAt,
    refreshHash: sha256Hex(refreshToken),
    userAgent: from.userAgent.slice(0, 400),
    address: from.address.slice(0, 64),
  });
  return { sessionId, token, refreshToken, expires: accessEndsAt.toISOString() };
}

/** Exchanges a refresh token for its successor. Throws 401 `sessionOver` if it is unknown, spent or ended. */
export async function continueSession(deps: Deps, tx: Tx, refreshToken: string): Promise<SessionTokens> {
  const now = deps.clock.now();
  const hash = sha256Hex(refreshToken);
  const [row] = await tx
    .select()
    .from(sessions)
    .where(
      and(
        or(eq(sessions.refreshHash, hash), eq(sessions.previousRefreshHash, hash)),
        gt(sessions.endsAt, now),
        isClientSession,
      ),
    )
    .for("update");
  if (!row) throw new ApiError(401, "sessionOver");
  const { secret, previousSecret } = deps.settings;
  if (row.refreshHash !== hash) {
    const isRepeat = row.refreshedAt && now.getTime() - row.refreshedAt.getTime() <= refreshGrace;
    // the first response may have been given under the previous secret
    const candidates = [secret, previousSecret ?? secret].map((one) => successors(one, refreshToken));
    const tokens = candidates.find(({ token }) => sha256Hex(token) === row.accessHash);
    if (!isRepeat || !tokens) throw new ApiError(401, "sessionOver");
    return { ...tokens, expires: row.accessEndsAt.toISOString() };
  }
  const tokens = successors(secret, refreshToken);
  const accessEndsAt = new Date(now.getTime() + accessLifetime);
  await tx
    .update(sessions)
    .set({
      accessHash: sha256Hex(tokens.token),
      accessEndsAt,
      refreshHash: sha256Hex(tokens.refreshToken),
      previousRefreshHash: hash,
      refreshedAt: now,
      lastSeenAt: now,
      endsAt: new Date(now.getTime() + sessionLifetime),
    })
    .where(eq(sessions.id, row.id));
  return { ...tokens, expires: accessEndsAt.toISOString() };
}

/** Returns the bearer token of a request; undefined if there is none. */
export const bearerOf = (headers: Pick<Headers, "get">): string | undefined =>
  /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];

/**
 * Returns the client who sends this request, by its bearer token; null if there is none. Updates the session's
 * last-seen time at most once a minute.
 */
export async function clientOf(
  deps: Deps,
  request: { headers: Pick<Headers, "get"> },
): Promise<SignedIn | null> {
  const token = bearerOf(request.headers);
  if (!token) return null;
  return sessionOf(deps.db, sha256Hex(token), deps.clock.now());
}

/**
 * The ids of the tickets of `users` whose last message is an unread one of support. They are read with the session,
 * so that pages need no extra query.
 */
const unreadOf = (db: Database) =>
  sql<string[]>`array(${db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.userId, users.id), isUnread))})`;

const alertOf = sql<Alert | null>`(
  select jsonb_build_object('id', ${alerts.id}, 'textEn', ${alerts.textEn}, 'textRu', ${alerts.textRu}) from ${alerts}
  where ${alerts.endedAt} is null and (${alerts.userId} is null or ${alerts.userId} = ${users.id})
  order by ${alerts.createdAt} desc limit 1)`;

const sessionBy = preparedQuery((db: Database) =>
  db
    .select({
      id: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      provenAt: sessions.provenAt,
      viewedBy: sessions.viewedBy,
      user: users,
      unreadTickets: unreadOf(db),
      balances: balancesIn(users.id),
      alert: alertOf,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.accessHash, sql.placeholder("accessHash")),
        gt(sessions.accessEndsAt, sql.placeholder("now")),
        gt(sessions.endsAt, sql.placeholder("now")),
      ),
    ),
);

const sessionOf = cachePerRequest(
  "session",
  async (db: Database, accessHash: string, now: Date): Promise<SignedIn | null> => {
    const [row] = await sessionBy(db).execute({ accessHash, now });
    if (!row) return null;
    const aMinuteAgo = new Date(now.getTime() - minute);
    if (row.lastSeenAt < aMinuteAgo) {
      await db
        .update(sessions)
        .set({ lastSeenAt: now })
        .where(and(eq(sessions.id, row.id), lt(sessions.lastSeenAt, aMinuteAgo)));
    }
    const { user, provenAt, viewedBy, unreadTickets, alert } = row;
    balancesOf.remember(balancesFrom(Object.entries(row.balances)), user.id);
    const sections = { partner: user.partnerAllowed, monitoring: user.monitoringAllowed };
    return { id: user.id, user, sessionId: row.id, provenAt, viewedBy, sections, unreadTickets, alert };
  },
);

/** Ends sessions of a client: one by id, or all (all others with `except`). Returns how many. */
export async function endSessions(
  db: Database | Tx,
  userId: string,
  which: { id: string } | { except?: string },
): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        "id" in which ? eq(sessions.id, which.id) : which.except ? ne(sessions.id, which.except) : undefined,
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}

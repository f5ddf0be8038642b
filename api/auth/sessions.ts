import { createHash } from "node:crypto";
import { and, eq, gt, lt, ne, or, sql } from "drizzle-orm";
import { askedOnce } from "#api/db/asked-once";
import { builtOnce } from "#api/db/built-once";
import type { Database } from "#api/db/connect";
import { isUnread, tickets } from "#api/db/schema/support";
import { alerts, sessions, users } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import { balancesFrom, balancesIn, balancesOf } from "#api/ledger/ledger";
import { tokenHash } from "#api/lib/hash";
import { Refusal } from "#api/lib/refusal";
import type { Output, Section } from "#contract/call";
import type { refreshToken } from "#contract/users/index";

const minute = 60_000;
const accessLifetime = 15 * minute;
const sessionLifetime = 30 * 24 * 60 * minute;
/** A refresh that is repeated within this time gets the same successor (two tabs, a lost answer). */
const refreshGrace = 30_000;

/**
 * Who calls, by which session, when that session last proved who it is, which parts of the cabinet are open to the client, and
 * which tickets have an answer that was not read. What every page says of its client comes with it.
 */
export type SignedIn = {
  id: string;
  /** The client's row as the call found it. */
  user: typeof users.$inferSelect;
  sessionId: string;
  provenAt: Date | null;
  sections: Record<Section, boolean>;
  unreadTickets: string[];
  /** The newest word to all clients, or to this one, that still stands. */
  alert: Alert | null;
};
type Alert = { id: string; textEn: string; textRu: string };
type SessionTokens = Required<Output<typeof refreshToken>>;

/** The successor tokens follow from the predecessor and the service's secret, so that a repeat can be answered without keeping tokens in the clear. */
const successor = (secret: string, refreshToken: string, kind: "access" | "refresh") =>
  createHash("sha256").update(`${kind}:${secret}:${refreshToken}`).digest("base64url");

const successors = (secret: string, refreshToken: string) => ({
  token: successor(secret, refreshToken, "access"),
  refreshToken: successor(secret, refreshToken, "refresh"),
});

/** Opens a session and returns its tokens; times are those of `parts.clock`. */
export async function openSession(
  parts: Parts,
  tx: Tx,
  from: { userId: string; userAgent: string; address: string },
): Promise<SessionTokens & { sessionId: string }> {
  const now = parts.clock.now();
  const [token, refreshToken, sessionId] = [parts.ids.secret(), parts.ids.secret(), parts.ids.id()];
  const accessEndsAt = new Date(now.getTime() + accessLifetime);
  await tx.insert(sessions).values({
    id: sessionId,
    userId: from.userId,
    createdAt: now,
    lastSeenAt: now,
    endsAt: new Date(now.getTime() + sessionLifetime),
    accessHash: tokenHash(token),
    accessEndsAt,
    refreshHash: tokenHash(refreshToken),
    userAgent: from.userAgent.slice(0, 400),
    address: from.address.slice(0, 64),
  });
  return { sessionId, token, refreshToken, expires: accessEndsAt.toISOString() };
}

/** Exchanges a refresh token for its successor. 401 `sessionOver` where it is unknown, spent or ended. */
export async function continueSession(parts: Parts, tx: Tx, refreshToken: string): Promise<SessionTokens> {
  const now = parts.clock.now();
  const hash = tokenHash(refreshToken);
  const [row] = await tx
    .select()
    .from(sessions)
    .where(
      and(
        or(eq(sessions.refreshHash, hash), eq(sessions.previousRefreshHash, hash)),
        gt(sessions.endsAt, now),
      ),
    )
    .for("update");
  if (!row) throw new Refusal(401, "sessionOver");
  const { secret, previousSecret } = parts.settings;
  if (row.refreshHash !== hash) {
    const isRepeat = row.refreshedAt && now.getTime() - row.refreshedAt.getTime() <= refreshGrace;
    // the first answer may have been given under the secret before
    const given = [secret, previousSecret ?? secret].map((one) => successors(one, refreshToken));
    const tokens = given.find(({ token }) => tokenHash(token) === row.accessHash);
    if (!isRepeat || !tokens) throw new Refusal(401, "sessionOver");
    return { ...tokens, expires: row.accessEndsAt.toISOString() };
  }
  const tokens = successors(secret, refreshToken);
  const accessEndsAt = new Date(now.getTime() + accessLifetime);
  await tx
    .update(sessions)
    .set({
      accessHash: tokenHash(tokens.token),
      accessEndsAt,
      refreshHash: tokenHash(tokens.refreshToken),
      previousRefreshHash: hash,
      refreshedAt: now,
      lastSeenAt: now,
      endsAt: new Date(now.getTime() + sessionLifetime),
    })
    .where(eq(sessions.id, row.id));
  return { ...tokens, expires: accessEndsAt.toISOString() };
}

/** Who sends this request, by its bearer token; null for nobody. Notes that the session was seen, at most once a minute. */
export async function clientOf(
  parts: Parts,
  request: { headers: Pick<Headers, "get"> },
): Promise<SignedIn | null> {
  const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!token) return null;
  return sessionOf(parts.db, tokenHash(token), parts.clock.now());
}

/** The ids of the tickets of `users` whose last word is the support's and unread; with the session, so that no page asks for them. */
const unreadOf = (db: Database) =>
  sql<string[]>`array(${db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.userId, users.id), isUnread))})`;

const alertOf = sql<Alert | null>`(
  select jsonb_build_object('id', ${alerts.id}, 'textEn', ${alerts.textEn}, 'textRu', ${alerts.textRu}) from ${alerts}
  where ${alerts.endedAt} is null and (${alerts.userId} is null or ${alerts.userId} = ${users.id})
  order by ${alerts.createdAt} desc limit 1)`;

const sessionBy = builtOnce((db: Database) =>
  db
    .select({
      id: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      provenAt: sessions.provenAt,
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

const sessionOf = askedOnce(
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
    const { user, provenAt, unreadTickets, alert } = row;
    balancesOf.told(balancesFrom(Object.entries(row.balances)), user.id);
    const sections = { partner: user.partnerAllowed, monitoring: user.monitoringAllowed };
    return { id: user.id, user, sessionId: row.id, provenAt, sections, unreadTickets, alert };
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

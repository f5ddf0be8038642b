import type { SQL } from "drizzle-orm";
import { and, asc, eq, exists, inArray, isNotNull, ne, notExists, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import { segments } from "#api/db/schema/announcements";
import { mailReturns } from "#api/db/schema/email";
import { partnerNetwork } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { OperatorError } from "#api/lib/answer";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";

/**
 * Recipients: all clients, those with a server, those with a server on a plan, or those who have referred somebody;
 * of one language or of all.
 */
export const segmentInput = z.object({
  segment: z.enum(segments),
  /** The tariff's id, for the segment `plan`. */
  plan: z.optional(z.string()),
  language: z.optional(z.enum(languages)),
});
export type Segment = z.output<typeof segmentInput>;

/** Returns the query for a client's servers that are not revoked, of those that meet the condition. */
export const serversOf = (db: Database | Tx, condition: SQL | undefined) =>
  db
    .select({ one: sql`1` })
    .from(servers)
    .where(and(eq(servers.userId, users.id), ne(servers.status, "revoked"), condition));

const rented = (db: Database | Tx, plan?: string) =>
  serversOf(db, and(eq(servers.isTest, false), plan === undefined ? undefined : eq(servers.rateId, plan)));

const referrals = (db: Database | Tx) =>
  db.select({ one: sql`1` }).from(partnerNetwork).where(eq(partnerNetwork.partnerId, users.id));

const isStopped = (db: Database | Tx) =>
  db
    .select({ one: sql`1` })
    .from(mailReturns)
    .where(and(eq(mailReturns.address, sql`lower(${users.email})`), isNotNull(mailReturns.stoppedAt)));

/** Returns the condition for clients of a segment who have confirmed their address and whose emails do not bounce. */
export function inSegment(db: Database | Tx, { segment, plan, language }: Segment) {
  if (segment === "plan" && plan === undefined) throw new OperatorError("segmentWithoutPlan");
  return and(
    isReachable(db),
    language && eq(users.language, language),
    segment === "servers" ? exists(rented(db)) : undefined,
    segment === "plan" ? exists(rented(db, plan)) : undefined,
    segment === "partners" ? exists(referrals(db)) : undefined,
  );
}

/** Returns the condition for clients who have confirmed their address and whose emails do not bounce. */
export const isReachable = (db: Database | Tx) =>
  and(isNotNull(users.emailVerifiedAt), notExists(isStopped(db)));

export type SegmentCount = { count: number; byLanguage: Record<Language, number> };

/**
 * Returns the number of clients who would get an announcement, and for each language the name of the one who would get
 * it first; if nobody has the language, of another one; if there is nobody at all, an empty name.
 */
export async function previewSegment(
  db: Database | Tx,
  segment: Segment,
): Promise<SegmentCount & { names: Record<Language, string> }> {
  const rows = await db
    .select({
      language: users.language,
      count: sql<number>`count(*)`,
      firstId: sql<string>`min(${users.id})`,
    })
    .from(users)
    .where(inSegment(db, segment))
    .groupBy(users.language);
  const firstIds = rows.map(({ firstId }) => firstId);
  const first = await db
    .select({ language: users.language, name: users.name })
    .from(users)
    .where(inArray(users.id, firstIds))
    .orderBy(asc(users.id));
  const byLanguage = {} as Record<Language, number>;
  const names = {} as Record<Language, string>;
  for (const language of languages) {
    byLanguage[language] = rows.find((row) => row.language === language)?.count ?? 0;
    names[language] = (first.find((client) => client.language === language) ?? first[0])?.name ?? "";
  }
  return { count: rows.reduce((sum, { count }) => sum + count, 0), byLanguage, names };
}

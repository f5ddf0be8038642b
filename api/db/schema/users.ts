import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { defaultLanguage, languages } from "#contract/languages";
import { firstSteps } from "#contract/vps/status";

export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    createdAt: moment("created_at").notNull(),
    email: text("email").notNull(),
    emailVerifiedAt: moment("email_verified_at"),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    language: text("language", { enum: languages }).notNull().default(defaultLanguage),
    /** The client's time zone, of the IANA database; null while none is chosen: UTC. */
    timeZone: text("time_zone"),
    /** File ids of the avatar's sizes are derived from it. */
    avatarFileId: text("avatar_file_id"),
    /** The referral code that the client shares. */
    referralCode: text("referral_code").notNull(),
    /** The referrer; fixed at signup. */
    referrerId: text("referrer_id"),
    partnerAllowed: boolean("partner_allowed").notNull().default(true),
    monitoringAllowed: boolean("monitoring_allowed").notNull().default(true),
    /** When staff blocked the client, and why, in the client's language. */
    blockedAt: moment("blocked_at"),
    blockReason: text("block_reason"),
    /** When the account was deleted: the row stays for records required by law, without a name or an address. */
    deletedAt: moment("deleted_at"),
    /** First steps that the client has dismissed. */
    skippedSteps: text("skipped_steps", { enum: firstSteps }).array().notNull().default([]),
  },
  (table) => [
    uniqueIndex("users_email").on(sql`lower(${table.email})`),
    uniqueIndex("users_referral_code").on(table.referralCode),
    index("users_referrer").on(table.referrerId, table.id),
    // the order in which staff lists all clients; search by e-mail and name uses trigrams (migrations)
    index("users_created").on(table.createdAt),
  ],
);

/** One row per login; tokens are stored as SHA-256 hashes. */
export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
    endsAt: moment("ends_at").notNull(),
    accessHash: text("access_hash").notNull(),
    accessEndsAt: moment("access_ends_at").notNull(),
    refreshHash: text("refresh_hash").notNull(),
    /** The previous refresh token: it gets the same successor for 30 seconds. */
    previousRefreshHash: text("previous_refresh_hash"),
    refreshedAt: moment("refreshed_at"),
    /** When this session last gave the password and, if it is on, the second step. */
    provenAt: moment("proven_at"),
    userAgent: text("user_agent").notNull(),
    address: text("address").notNull(),
    /** The staff member who views the pages as the client; null for sessions of the client. */
    viewedBy: text("viewed_by"),
  },
  (table) => [
    uniqueIndex("sessions_access").on(table.accessHash),
    uniqueIndex("sessions_refresh").on(table.refreshHash),
    index("sessions_previous_refresh").on(table.previousRefreshHash),
    index("sessions_user").on(table.userId),
    // staff find a client by an address
    index("sessions_address").on(table.address, table.createdAt).where(sql`${table.viewedBy} is null`),
  ],
);

/** Secrets sent by e-mail: confirmation links, reset codes and the tickets they are exchanged for. */
export const emailCodes = pgTable(
  "email_codes",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: ["confirm", "reset", "resetTicket", "notMe"] }).notNull(),
    hash: text("hash").notNull(),
    createdAt: moment("created_at").notNull(),
    endsAt: moment("ends_at").notNull(),
    attemptsLeft: integer("tries_left").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [
    index("email_codes_user").on(table.userId, table.purpose),
    index("email_codes_hash").on(table.hash),
  ],
);

/** Counters of rate limits such as "10 tries a minute": one row per key and window. */
export const rateLimitCounters = pgTable("tries", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  endsAt: moment("ends_at").notNull(),
});

/** A message of the operator: for all clients, or for one. */
export const alerts = pgTable("alerts", {
  id: text("id").primaryKey(),
  userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
  textEn: text("text_en").notNull(),
  textRu: text("text_ru").notNull(),
  createdAt: moment("created_at").notNull(),
  endedAt: moment("ended_at"),
});

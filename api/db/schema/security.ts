import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import type { SecurityEventKind } from "#contract/security/events";
import { users } from "./users";

const owner = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Security events of an account, shown to its owner. */
export const securityEvents = pgTable(
  "security_events",
  {
    id: text("id").primaryKey(),
    userId: owner(),
    at: moment("at").notNull(),
    kind: text("kind").$type<SecurityEventKind>().notNull(),
    /** What the event concerns, such as a server's id or a passkey's name. */
    subject: text("subject"),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
  },
  (table) => [index("security_events_user").on(table.userId, table.at)],
);

/** Kinds of device (browser, system) that have signed in to an account: a new one causes an email. */
export const knownDevices = pgTable(
  "known_devices",
  { userId: owner(), device: text("device").notNull(), firstSeenAt: moment("first_seen_at").notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
);

/**
 * Browsers that have signed in to an account, by the secret in their cookie: guesses of others do not lock them out.
 */
export const signedInBrowsers = pgTable(
  "signed_in_browsers",
  {
    userId: owner(),
    /** SHA-256 of the browser's secret. */
    hash: text("hash").notNull(),
    firstSeenAt: moment("first_seen_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/** The authenticator app of an account, at most one; `confirmedAt` is set by its first correct code. */
export const totpKeys = pgTable("totp_keys", {
  userId: owner().primaryKey(),
  /** The shared secret, encrypted with the service's secret. */
  encryptedSecret: text("sealed_secret").notNull(),
  createdAt: moment("created_at").notNull(),
  confirmedAt: moment("confirmed_at"),
  /** The 30-second step of the last used code: no code counts twice. */
  lastStep: integer("last_step").notNull().default(0),
});

/** Ten recovery codes for a lost phone, stored as encrypted hashes, each for one use. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: text("id").primaryKey(),
    userId: owner(),
    encryptedHash: text("sealed_hash").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [index("recovery_codes_user").on(table.userId)],
);

export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential id, base64url. */
    id: text("id").primaryKey(),
    userId: owner(),
    name: text("name").notNull(),
    publicKey: text("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: jsonb("transports").$type<string[]>().notNull(),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at"),
    /** Set by a password reset by e-mail: the passkey is disabled until its owner keeps it with the second step. */
    disabledAt: moment("held_at"),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

/** Open challenges of a browser: a passkey's challenge, a login that waits for its second step. */
export const securityChallenges = pgTable(
  "security_challenges",
  {
    id: text("id").primaryKey(),
    /** SHA-256 of the ticket that identifies it. */
    hash: text("hash").notNull(),
    /** Null for a login by passkey alone. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: ["secondStep", "passkeyLogin", "passkeyRegistration"] }).notNull(),
    challenge: text("challenge"),
    endsAt: moment("ends_at").notNull(),
    attemptsLeft: integer("tries_left").notNull(),
  },
  (table) => [
    uniqueIndex("security_challenges_hash").on(table.hash),
    index("security_challenges_ends").on(table.endsAt),
  ],
);

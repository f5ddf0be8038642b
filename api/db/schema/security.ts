import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import type { SecurityEventKind } from "#contract/security/events";
import { users } from "./users";

const owner = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** What happened to an account, for its owner to read. */
export const securityEvents = pgTable(
  "security_events",
  {
    id: text("id").primaryKey(),
    userId: owner(),
    at: moment("at").notNull(),
    kind: text("kind").$type<SecurityEventKind>().notNull(),
    /** What it happened to, such as a server's id or a passkey's name. */
    subject: text("subject"),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
  },
  (table) => [index("security_events_user").on(table.userId, table.at)],
);

/** Kinds of device (browser, system) that an account was opened with: a new one is told by e-mail. */
export const knownDevices = pgTable(
  "known_devices",
  { userId: owner(), device: text("device").notNull(), firstSeenAt: moment("first_seen_at").notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
);

/** Browsers that an account was opened with, by the secret in their cookie: guesses of others do not lock them out. */
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

/** The authenticator app of an account, at most one; `confirmedAt` is set by its first right code. */
export const totpKeys = pgTable("totp_keys", {
  userId: owner().primaryKey(),
  /** The shared secret, sealed with the service's secret. */
  sealedSecret: text("sealed_secret").notNull(),
  createdAt: moment("created_at").notNull(),
  confirmedAt: moment("confirmed_at"),
  /** The 30-second step of the last code that was taken: no code counts twice. */
  lastStep: integer("last_step").notNull().default(0),
});

/** Ten codes for the day when the phone is gone; kept as sealed hashes, each for one use. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: text("id").primaryKey(),
    userId: owner(),
    sealedHash: text("sealed_hash").notNull(),
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
    /** Since a reset of the password by e-mail: it opens nothing until its owner says, by the second step, that it stays. */
    heldAt: moment("held_at"),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

/** Questions put to a browser and still open: a passkey's challenge, a login that waits for its second step. */
export const securityChallenges = pgTable(
  "security_challenges",
  {
    id: text("id").primaryKey(),
    /** SHA-256 of the ticket that names it. */
    hash: text("hash").notNull(),
    /** Nobody's for a login by passkey alone. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: ["secondStep", "passkeyLogin", "passkeyRegistration"] }).notNull(),
    challenge: text("challenge"),
    endsAt: moment("ends_at").notNull(),
    triesLeft: integer("tries_left").notNull(),
  },
  (table) => [
    uniqueIndex("security_challenges_hash").on(table.hash),
    index("security_challenges_ends").on(table.endsAt),
  ],
);

import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { decimal, moment } from "#api/db/columns";
import { languages } from "#contract/languages";
import { alertKinds } from "#contract/monitoring/alert-kinds";
import type { ImportPreview } from "#contract/monitoring/import";
import { importStates } from "#contract/monitoring/import";
import { recipientKinds, reportPeriods } from "#contract/monitoring/notice-kinds";
import { telegramPurposes } from "#contract/telegram/index";
import { accountColumn } from "./monitoring";
import { users } from "./users";

/**
 * Uploaded statements: parsed, previewed, imported on confirmation. The file is deleted when the import is finished
 * or after a day.
 */
export const monitoringImports = pgTable(
  "monitoring_imports",
  {
    id: text("id").primaryKey(),
    accountId: accountColumn(),
    createdAt: moment("created_at").notNull(),
    fileId: text("file_id"),
    fileName: text("file_name").notNull(),
    /** One of `statementZones`. */
    zone: text("zone").notNull(),
    state: text("state", { enum: importStates }).notNull(),
    /** Percent of the current step: parsing or import. */
    progress: integer("progress").notNull().default(0),
    /** Why a file could not be parsed: a key of `api.json` and its values. */
    problem: jsonb("problem").$type<{ code: string; values: Record<string, string | number> }>(),
    preview: jsonb("preview").$type<ImportPreview>(),
    /** The account's opening balance as the client entered it, if the file does not have it. */
    openingBalance: decimal("opening_balance"),
    addedTrades: integer("added_trades").notNull().default(0),
    addedOperations: integer("added_operations").notNull().default(0),
  },
  (table) => [
    index("monitoring_imports_account").on(table.accountId, table.createdAt),
    index("monitoring_imports_created").on(table.createdAt),
  ],
);

/**
 * A second address for reports or for alerts of an account. Nothing is sent there before it has confirmed. Links in
 * its emails name the row, so they can't stop emails to another address, which is another row.
 */
export const monitoringRecipients = pgTable(
  "monitoring_recipients",
  {
    id: text("id").primaryKey(),
    accountId: accountColumn(),
    letters: text("letters", { enum: recipientKinds }).notNull(),
    email: text("email").notNull(),
    invitedAt: moment("asked_at").notNull(),
    confirmedAt: moment("confirmed_at"),
    /** When the address unsubscribed from these emails. */
    stoppedAt: moment("stopped_at"),
  },
  (table) => [uniqueIndex("monitoring_recipients_one").on(table.accountId, table.letters)],
);

/** The second recipient of an email; one who is removed meanwhile gets none. */
const recipient = () =>
  text("recipient_id").references(() => monitoringRecipients.id, { onDelete: "set null" });

/** Which reports an account sends; no row: none. */
export const monitoringReports = pgTable("monitoring_reports", {
  accountId: accountColumn().primaryKey(),
  daily: boolean("daily").notNull().default(false),
  weekly: boolean("weekly").notNull().default(false),
  monthly: boolean("monthly").notNull().default(false),
  language: text("language", { enum: languages }).notNull(),
  /** IANA name. */
  zone: text("zone").notNull(),
  /** Periods that ended before this time are not sent: enabling reports does not send the past. */
  since: moment("since").notNull(),
});

/** Reports that were started: one row per period makes a second sending impossible. */
export const monitoringReportsSent = pgTable(
  "monitoring_reports_sent",
  {
    id: text("id").primaryKey(),
    accountId: accountColumn(),
    period: text("period", { enum: reportPeriods }).notNull(),
    /** First and last day in the account's zone, `2026-11-20`; a report requested by the client also has its time. */
    fromDay: text("from_day").notNull(),
    toDay: text("to_day").notNull(),
    occasion: text("occasion").notNull(),
    begunAt: moment("begun_at").notNull(),
    sentAt: moment("sent_at"),
    recipientId: recipient(),
    /** When the second recipient's copy was handed over. */
    copiedAt: moment("copied_at"),
  },
  (table) => [
    uniqueIndex("monitoring_reports_sent_once").on(table.accountId, table.period, table.occasion),
    index("monitoring_reports_sent_begun").on(table.accountId, table.begunAt),
    index("monitoring_reports_sent_recipient").on(table.recipientId),
  ],
);

/** Alerts of an account, and whether each has fired and not been reset since (docs/adr/0026). */
export const monitoringAlerts = pgTable(
  "monitoring_alerts",
  {
    accountId: accountColumn(),
    kind: text("kind", { enum: alertKinds }).notNull(),
    isOn: boolean("is_on").notNull().default(false),
    threshold: decimal("threshold"),
    /** Since when the current setting applies: earlier events do not fire it. */
    since: moment("since").notNull(),
    isRinging: boolean("is_ringing").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.kind] }),
    index("monitoring_alerts_on").on(table.kind, table.isOn),
  ],
);

/** Where alerts of an account are sent. */
export const monitoringAlertWays = pgTable("monitoring_alert_ways", {
  accountId: accountColumn().primaryKey(),
  byEmail: boolean("by_email").notNull().default(false),
  byBot: boolean("by_bot").notNull().default(false),
});

/**
 * Alerts that were sent, or are about to be. `occasion` identifies the event that fired, so that it is stored only
 * once.
 */
export const monitoringAlertLog = pgTable(
  "monitoring_alert_log",
  {
    id: text("id").primaryKey(),
    accountId: accountColumn(),
    kind: text("kind", { enum: alertKinds }).notNull(),
    occasion: text("occasion").notNull(),
    at: moment("at").notNull(),
    /** Values of the message (`locales/*\/mail.json`, `alert_…`). */
    details: jsonb("facts").$type<Record<string, string>>().notNull(),
    byEmail: boolean("by_email").notNull(),
    byBot: boolean("by_bot").notNull(),
    emailedAt: moment("emailed_at"),
    bottedAt: moment("botted_at"),
    recipientId: recipient(),
    /** When the second recipient's copy was handed over. */
    copiedAt: moment("copied_at"),
  },
  (table) => [
    uniqueIndex("monitoring_alert_log_once").on(table.accountId, table.kind, table.occasion),
    index("monitoring_alert_log_at").on(table.accountId, table.at),
    index("monitoring_alert_log_recipient").on(table.recipientId),
  ],
);

/** Linked chats. `serial` counts links: a chat-bot link contains it, so that each link works once. */
export const telegramChats = pgTable(
  "telegram_chats",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: telegramPurposes }).notNull(),
    chatId: text("chat_id"),
    serial: integer("serial").notNull().default(0),
    linkedAt: moment("linked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.purpose] }),
    index("telegram_chats_chat").on(table.chatId),
  ],
);

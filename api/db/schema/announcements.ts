import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { languages } from "#contract/languages";
import { users } from "./users";

export const segments = ["all", "servers", "plan", "partners"] as const;

/** Emails about a maintenance window go to the clients it concerns. */
const storedSegments = [...segments, "maintenance"] as const;

/** Emails of the provider to all clients or to some of them. */
export const announcements = pgTable("announcements", {
  id: text("id").primaryKey(),
  createdAt: moment("created_at").notNull(),
  author: text("author").notNull(),
  segment: text("segment", { enum: storedSegments }).notNull(),
  /** The tariff's id, for the segment `plan`. */
  plan: text("plan"),
  /** Only clients of this language; null for all. */
  language: text("language", { enum: languages }),
  subjectEn: text("subject_en").notNull(),
  textEn: text("text_en").notNull(),
  subjectRu: text("subject_ru").notNull(),
  textRu: text("text_ru").notNull(),
  perMinute: integer("per_minute").notNull(),
  finishedAt: moment("finished_at"),
  cancelledAt: moment("cancelled_at"),
});

export const announcementOutcomes = ["sent", "stopped", "failed"] as const;

/** Recipients, chosen when the announcement is sent. */
export const announcementRecipients = pgTable(
  "announcement_recipients",
  {
    announcementId: text("announcement_id")
      .notNull()
      .references(() => announcements.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /**
     * Set before the email is handed over: if the process dies then, it is unknown whether it was sent, and it is not
     * sent again.
     */
    claimedAt: moment("taken_at"),
    outcome: text("outcome", { enum: announcementOutcomes }),
    /** How often the mail server rejected it. */
    failures: integer("failures").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.userId] }),
    index("announcement_recipients_user").on(table.userId),
    index("announcement_recipients_waiting")
      .on(table.announcementId, table.failures, table.userId)
      .where(sql`${table.claimedAt} is null`),
  ],
);

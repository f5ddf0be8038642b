import { pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { announcements } from "./announcements";

/** Announced maintenance of one node of the hypervisor, or of all. A cancelled one stays in the list. */
export const maintenanceWindows = pgTable("maintenance_windows", {
  id: text("id").primaryKey(),
  createdAt: moment("created_at").notNull(),
  author: text("author").notNull(),
  /** Null concerns every server. */
  node: text("node"),
  startsAt: moment("starts_at").notNull(),
  endsAt: moment("ends_at").notNull(),
  textEn: text("text_en").notNull(),
  textRu: text("text_ru").notNull(),
  /** The e-mails about it; null if it concerned no client. */
  announcementId: text("announcement_id").references(() => announcements.id),
  cancelledAt: moment("cancelled_at"),
});

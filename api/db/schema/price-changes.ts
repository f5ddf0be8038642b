import { sql } from "drizzle-orm";
import { check, date, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { rates } from "./vps";

/** Prices that apply from a given day; until then `rate_prices` applies. */
export const priceChanges = pgTable(
  "price_changes",
  {
    id: text("id").primaryKey(),
    rateId: text("rate_id")
      .notNull()
      .references(() => rates.id, { onDelete: "cascade" }),
    months: integer("months").notNull(),
    priceCents: integer("price_cents").notNull(),
    /** The day (UTC) from whose start the price applies. */
    fromDay: date("from_day").notNull(),
    createdAt: moment("created_at").notNull(),
    appliedAt: moment("applied_at"),
    cancelledAt: moment("cancelled_at"),
  },
  (table) => [
    // one announced price per period at a time
    uniqueIndex("price_changes_open")
      .on(table.rateId, table.months)
      .where(sql`${table.appliedAt} is null and ${table.cancelledAt} is null`),
    check("price_changes_price", sql`${table.priceCents} >= 0`),
  ],
);

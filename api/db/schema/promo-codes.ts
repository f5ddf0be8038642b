import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { userId } from "./partners";
import { users } from "./users";

export const promoCodes = pgTable(
  "promo_codes",
  {
    id: text("id").primaryKey(),
    /** The partner; null for a code of the provider, of which the columns below `deletedAt` are. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Upper case. */
    name: text("name").notNull(),
    discount: smallint("discount").notNull(),
    createdAt: moment("created_at").notNull(),
    deletedAt: moment("deleted_at"),
    /** The staff member. */
    author: text("author"),
    /** It is valid before this time; null has no end. */
    endsAt: moment("ends_at"),
    /** Maximum number of payments; null has no limit. */
    useLimit: integer("use_limit"),
    /** It is for new servers, not for renewals. */
    isForNewServers: boolean("is_for_new_servers").notNull().default(false),
  },
  (table) => [
    uniqueIndex("promo_codes_name").on(table.name).where(sql`${table.deletedAt} is null`),
    index("promo_codes_user").on(table.userId, table.createdAt),
    check("promo_codes_discount", sql`${table.discount} between 1 and 100`),
    check("promo_codes_owner", sql`(${table.userId} is null) = (${table.author} is not null)`),
  ],
);

/**
 * Promo codes entered in a client's order form: they stay valid for that client until the order is done, even if
 * deleted meanwhile.
 */
export const promoReservations = pgTable(
  "promo_holds",
  {
    userId: userId("user_id"),
    promoCodeId: text("promo_code_id")
      .notNull()
      .references(() => promoCodes.id, { onDelete: "cascade" }),
    reservedAt: moment("held_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.promoCodeId] })],
);

export const promoUses = pgTable(
  "promo_uses",
  {
    /** The payment's id. */
    paymentId: text("payment_id").primaryKey(),
    promoCodeId: text("promo_code_id")
      .notNull()
      .references(() => promoCodes.id),
    userId: userId("user_id"),
    usedAt: moment("used_at").notNull(),
    /**
     * What is left of the payment after refunds; nothing left is no use. Null if the payment was booked by a release
     * that did not store it.
     */
    leftCents: integer("left_cents"),
  },
  (table) => [index("promo_uses_code").on(table.promoCodeId)],
);

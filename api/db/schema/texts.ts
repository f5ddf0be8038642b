import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { languages } from "#contract/languages";
import { textNames } from "#contract/texts/index";

/** Offer, policy and FAQ as they were at each time; rows are only added. Version 1 is what the release came with. */
export const textVersions = pgTable(
  "text_versions",
  {
    name: text("name", { enum: textNames }).notNull(),
    language: text("language", { enum: languages }).notNull(),
    /** Counted from 1. */
    version: integer("version").notNull(),
    markdown: text("markdown").notNull(),
    /** Of the staff, or `release`. */
    author: text("author").notNull(),
    createdAt: moment("created_at").notNull(),
    holdsFrom: moment("holds_from").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.language, table.version] }),
    index("text_versions_holding").on(table.name, table.language, table.holdsFrom),
  ],
);

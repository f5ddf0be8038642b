import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { languages } from "#contract/languages";
import { textNames } from "#contract/texts/index";

/** All versions of offer, policy and FAQ; append-only. Version 1 came with the release. */
export const textVersions = pgTable(
  "text_versions",
  {
    name: text("name", { enum: textNames }).notNull(),
    language: text("language", { enum: languages }).notNull(),
    /** Counted from 1. */
    version: integer("version").notNull(),
    markdown: text("markdown").notNull(),
    /** A staff member, or `release`. */
    author: text("author").notNull(),
    createdAt: moment("created_at").notNull(),
    holdsFrom: moment("holds_from").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.language, table.version] }),
    index("text_versions_holding").on(table.name, table.language, table.holdsFrom),
  ],
);

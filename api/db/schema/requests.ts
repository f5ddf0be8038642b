import { bigserial, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";

/** Requests of all processes by minute; housekeeping deletes old minutes. */
export const requestCounts = pgTable("request_counts", {
  minute: moment("minute").primaryKey(),
  requests: integer("requests").notNull(),
  /** Those with a status from 500 on. */
  failures: integer("failures").notNull(),
});

/** The log of requests with a status from 500 on; housekeeping keeps the newest. */
export const failedRequests = pgTable(
  "failed_requests",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    /** The id that the response and the log lines have. */
    requestId: text("request_id").notNull(),
    at: moment("at").notNull(),
    method: text("method").notNull(),
    /** Without the query and with long parts shortened, because they may be secrets. */
    path: text("path").notNull(),
    status: integer("status").notNull(),
    ms: integer("ms").notNull(),
    /** What was logged about it, one line each. */
    error: text("error").notNull(),
  },
  (table) => [index("failed_requests_request").on(table.requestId), index("failed_requests_at").on(table.at)],
);

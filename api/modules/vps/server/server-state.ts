import { eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { cachePerRequest } from "#api/db/request-cache";
import { users } from "#api/db/schema/users";
import { serverCounts, testServerRequests } from "#api/db/schema/vps";
import type { ServerStatus, TestServerState } from "#contract/vps/status";

type Request = typeof testServerRequests.$inferSelect;

/**
 * Number of a client's servers in each status, and the state of their test server: available, or the state of their
 * request.
 */
type ServerState = { counts: Record<ServerStatus, number>; testServer: TestServerState };

// with a join, Drizzle qualifies columns with their table; otherwise `users.id` would become "id", which is ambiguous
// in the subquery
const stateQuery = preparedQuery((db: Database) =>
  db
    .select({
      counts: sql<Partial<Record<ServerStatus, number>> | null>`(
        select jsonb_object_agg(${serverCounts.status}, ${serverCounts.count}) from ${serverCounts}
        where ${serverCounts.userId} = ${users.id})`,
      request: testServerRequests.status,
    })
    .from(users)
    .leftJoin(testServerRequests, eq(testServerRequests.userId, users.id))
    .where(eq(users.id, sql.placeholder("userId"))),
);

/** One query for all requests of a page. */
export const serverStateOf = cachePerRequest(
  "standing",
  async (db: Database, userId: string): Promise<ServerState> => {
    const [row] = await stateQuery(db).execute({ userId });
    return {
      counts: { settingUp: 0, active: 0, blocked: 0, revoked: 0, ...row?.counts },
      testServer: stateOf(row?.request),
    };
  },
);

/** Returns the displayed state of a test server request. */
function stateOf(request: Request["status"] | null | undefined): TestServerState {
  if (!request) return "available";
  return request === "approved" ? "ordered" : request;
}

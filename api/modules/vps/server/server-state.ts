import { eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { cachePerRequest } from "#api/db/request-cache";
import { users } from "#api/db/schema/users";
import { serverCounts, testServerRequests } from "#api/db/schema/vps";
import type { ServerStatus, TestServerState } from "#contract/vps/status";

type Request = typeof testServerRequests.$inferSelect;

/** How many servers a client has in each status, and whether they may still ask for a test server, or how their request stands. */
type Standing = { counts: Record<ServerStatus, number>; testServer: TestServerState };

// joined, so that each column is named with its table: alone in its question `users.id` would be "id", which a part of it has as well
const standingBy = preparedQuery((db: Database) =>
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

/** One question for all calls of a page. */
export const serverStateOf = cachePerRequest(
  "standing",
  async (db: Database, userId: string): Promise<Standing> => {
    const [row] = await standingBy(db).execute({ userId });
    return {
      counts: { settingUp: 0, active: 0, blocked: 0, revoked: 0, ...row?.counts },
      testServer: stateOf(row?.request),
    };
  },
);

/** What is shown of a request for a test server. */
function stateOf(request: Request["status"] | null | undefined): TestServerState {
  if (!request) return "available";
  return request === "approved" ? "ordered" : request;
}

import { desc, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { failedRequests } from "#api/db/schema/requests";
import { OperatorError } from "#api/lib/answer";
import type { CommandGroup } from "./operation";

const columns = {
  requestId: failedRequests.requestId,
  at: failedRequests.at,
  method: failedRequests.method,
  path: failedRequests.path,
  status: failedRequests.status,
  ms: failedRequests.ms,
  error: failedRequests.error,
};

/** Commands for requests that failed. The others are in the log of the process only. */
export const requestsCommands: CommandGroup = (program, operation) => {
  const area = program.command("requests").description("failed requests of the last days");
  operation(
    area.command("failed").description("list the latest requests that failed, newest first"),
    z.object({}),
    async (_, { tx }) => tx.select(columns).from(failedRequests).orderBy(desc(failedRequests.id)).limit(20),
    { isRead: true },
  );
  operation(
    area
      .command("show <request-id>")
      .description("show what was logged about a failed request, by the id on its error page"),
    z.object({ requestId: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
    async ({ requestId }, { tx }) => {
      const rows = await tx
        .select(columns)
        .from(failedRequests)
        .where(eq(failedRequests.requestId, requestId))
        .orderBy(failedRequests.id)
        .limit(20);
      if (rows.length === 0) throw new OperatorError("noFailedRequest");
      return rows;
    },
    { isRead: true },
  );
};

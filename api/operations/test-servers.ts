import { and, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { users } from "#api/db/schema/users";
import { testServerRequests } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { answer, OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { isWaitingTestServer } from "#api/modules/staff/waiting-rows";
import { decideTestServer } from "#api/modules/vps/test-server/decide-test-server";
import { reason } from "./fields";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

/** Returns why nothing can be decided about a request: somebody has decided it, or there is none. */
async function whyUndecidable(tx: Tx, id: string): Promise<Error> {
  const isThere = (await tx.$count(testServerRequests, eq(testServerRequests.id, id))) > 0;
  return isThere ? new OperatorError("testServerAlreadyDecided") : new ApiError(404, "notFound");
}

export const testServersCommands: CommandGroup = (program, operation) => {
  const area = program.command("test-servers").description("test server requests");

  operation(
    withPages(
      area
        .command("list")
        .description("list requests under review, oldest first")
        .option("--all", "include processed ones"),
    ),
    z.object({ all: z.optional(z.boolean()), ...pageInput }),
    ({ all, ...page }, { tx }) =>
      listPage(page, {
        columns: [testServerRequests.createdAt, testServerRequests.id],
        read: ({ condition, order, limit, place }) =>
          tx
            .select({
              id: testServerRequests.id,
              email: users.email,
              comment: testServerRequests.comment,
              status: testServerRequests.status,
              since: testServerRequests.createdAt,
              server: testServerRequests.serverId,
              reason: testServerRequests.reason,
              place,
            })
            .from(testServerRequests)
            .innerJoin(users, eq(users.id, testServerRequests.userId))
            .where(and(all ? undefined : isWaitingTestServer, condition))
            .orderBy(...order)
            .limit(limit),
      }),
    { isRead: true },
  );

  operation(
    area.command("approve <id>").description("approve a test server and e-mail the client"),
    z.object({ id: z.string() }),
    async ({ id }, { deps, tx }) => {
      if (!(await decideTestServer(deps, tx, id, { approved: true }))) throw await whyUndecidable(tx, id);
      return answer("testServerApproved");
    },
    ({ id }) => `Set up the test server of request ${id}?`,
  );

  operation(
    area
      .command("reject <id>")
      .description("reject a test server; the client gets the reason by e-mail")
      .requiredOption("--reason <words>", "in the client's language"),
    z.object({ id: z.string(), reason }),
    async ({ id, reason }, { deps, tx }) => {
      if (!(await decideTestServer(deps, tx, id, { approved: false, reason })))
        throw await whyUndecidable(tx, id);
      return answer("testServerRejected");
    },
    {
      confirm: ({ id, reason }) => `Reject request ${id} for good, because “${reason}”?`,
      isForDeletedToo: true,
    },
  );
};

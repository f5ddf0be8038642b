import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { users } from "#api/db/schema/users";
import { testServerRequests } from "#api/db/schema/vps";
import { ApiError } from "#api/lib/api-error";
import { decideTestServer } from "#api/modules/vps/test-server/decide-test-server";
import { reason } from "./fields";
import type { CommandGroup } from "./operation";

export const testServersCommands: CommandGroup = (program, operation) => {
  const area = program
    .command("test-servers")
    .description("requests for test servers, to be decided within a business day");

  operation(
    area
      .command("list")
      .description("requests under review, oldest first")
      .option("--all", "decided ones too"),
    z.object({ all: z.optional(z.boolean()) }),
    async ({ all }, { tx }) =>
      tx
        .select({
          id: testServerRequests.id,
          email: users.email,
          comment: testServerRequests.comment,
          status: testServerRequests.status,
          since: testServerRequests.createdAt,
          server: testServerRequests.serverId,
          reason: testServerRequests.reason,
        })
        .from(testServerRequests)
        .innerJoin(users, eq(users.id, testServerRequests.userId))
        .where(all ? undefined : eq(testServerRequests.status, "underReview"))
        .orderBy(testServerRequests.createdAt),
    { isRead: true },
  );

  operation(
    area.command("approve <id>").description("give the test server; the client gets an e-mail"),
    z.object({ id: z.string() }),
    async ({ id }, { deps, tx }) => {
      if (!(await decideTestServer(deps, tx, id, { approved: true }))) throw new ApiError(404, "notFound");
      return "Approved: the server is being set up, the client is told by e-mail.";
    },
  );

  operation(
    area
      .command("reject <id>")
      .description("refuse the test server; the client gets the reason by e-mail")
      .requiredOption("--reason <words>", "in the client's language"),
    z.object({ id: z.string(), reason }),
    async ({ id, reason }, { deps, tx }) => {
      if (!(await decideTestServer(deps, tx, id, { approved: false, reason })))
        throw new ApiError(404, "notFound");
      return "Rejected; the client is told by e-mail.";
    },
    ({ id, reason }) => `Reject request ${id} for good, because “${reason}”?`,
  );
};

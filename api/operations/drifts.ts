import { and, eq, getTableColumns, isNull } from "drizzle-orm";
import * as z from "zod/mini";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import { answer, OperatorError } from "#api/lib/answer";
import { isOpenDrift } from "#api/modules/staff/waiting-rows";
import { checkDrift } from "#api/modules/vps/drift/check-drift";
import { enqueue } from "#api/queue/enqueue";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

const meanings = {
  unknownMachine: answer("driftUnknownMachine"),
  missingMachine: answer("driftMissingMachine"),
  runningUnpaid: answer("driftRunningUnpaid"),
  revokedPaid: answer("driftRevokedPaid"),
};

/** Commands for machines unknown to the database, and servers without a machine. */
export const driftsCommands: CommandGroup = (program, operation) => {
  const area = program.command("drifts").description("servers out of sync with their machines");
  operation(
    withPages(area.command("list").description("list open differences, oldest first")),
    z.object(pageInput),
    (page, { tx }) =>
      listPage(page, {
        columns: [machineDrifts.seenAt, machineDrifts.id],
        read: ({ condition, order, limit, place }) =>
          tx
            .select({
              ...getTableColumns(machineDrifts),
              email: users.email,
              comment: servers.comment,
              place,
            })
            .from(machineDrifts)
            .leftJoin(servers, eq(servers.id, machineDrifts.about))
            .leftJoin(users, eq(users.id, servers.userId))
            .where(and(isOpenDrift, condition))
            .orderBy(...order)
            .limit(limit),
        row: ({ id, kind, about, email, comment, seenAt }) => ({
          id,
          since: seenAt,
          client: email,
          about,
          comment,
          what: meanings[kind],
        }),
      }),
    { isRead: true },
  );
  operation(area.command("check").description("compare now"), z.object({}), async (_, { tx }) => {
    await enqueue(tx, checkDrift, {}, { key: "operator" });
    return answer("comparisonStarted");
  });
  operation(
    area
      .command("settle <drift-id>")
      .description("close a difference; it is listed again if it persists")
      .requiredOption("--note <text>", "what was done"),
    z.object({ driftId: z.string(), note: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)) }),
    async ({ driftId, note }, { deps, tx }) => {
      const closedDrifts = await tx
        .update(machineDrifts)
        .set({ settledAt: deps.clock.now(), settlement: note })
        .where(and(eq(machineDrifts.id, driftId), isNull(machineDrifts.settledAt)))
        .returning({ id: machineDrifts.id });
      if (closedDrifts.length === 0) throw new OperatorError("noDrift");
      return answer("driftClosed", { id: driftId });
    },
    { isForDeletedToo: true },
  );
};

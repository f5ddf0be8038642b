import { and, eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { simulatedFaults } from "#api/db/schema/hypervisor";
import { machineOrders, orderKinds } from "#api/db/schema/machine-orders";
import { users } from "#api/db/schema/users";
import { rates, servers } from "#api/db/schema/vps";
import { answer, OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { formatMoney } from "#api/lib/format";
import { money } from "#api/lib/money";
import { isWaitingOrder } from "#api/modules/staff/waiting-rows";
import {
  holdServer,
  refundFailedUpgrade,
  refundServer,
  releaseServer,
  revokeByOperator,
  upgradeByOperator,
} from "#api/modules/vps/server/admin-servers";
import { reinstateServer } from "#api/modules/vps/server/reinstate";
import { serverFilters, statusesOf } from "#contract/vps/status";
import { choices } from "./choices";
import { amount, reason } from "./fields";
import { listPage, pageInput, withPages } from "./list-page";
import { orderOperations } from "./machine-orders";
import type { CommandGroup } from "./operation";
import { requirePlan } from "./require-plan";
import { serverNames } from "./server-name";
import { snapshotOperations } from "./snapshots";

const serverId = z.object({ id: z.string() });
const withReason = z.extend(serverId, { reason });

/** Names the current price to staff, if the agreed one differs. */
const namePrice = (error: unknown): never => {
  if (!(error instanceof ApiError) || error.code !== "priceDiffers") throw error;
  throw new OperatorError("upgradePriceDiffers", { priceCents: error.extra.details?.priceCents ?? "" });
};

export const serversCommands: CommandGroup = (program, operation) => {
  const area = program.command("servers").description("servers and their orders");

  operation(
    withPages(
      area
        .command("list")
        .description("list servers, the last rented first")
        .option("--status <status>", "all, active, blocked or revoked", "all")
        .option("--email <e-mail>", "for one client"),
    ),
    z.object({ status: z.enum(serverFilters), email: z.optional(z.string()), ...pageInput }),
    ({ status, email, ...page }, { tx }) => {
      const isListed = and(
        sql`${servers.status} = any(${sql.param([...statusesOf[status]])})`,
        email ? eq(sql`lower(${users.email})`, email.toLowerCase()) : undefined,
      );
      return listPage(page, {
        columns: [servers.issuedAt, servers.id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({
              id: servers.id,
              email: users.email,
              tariff: rates.name,
              status: servers.status,
              issued: servers.issuedAt,
              paidUntil: servers.paidUntil,
              held: servers.isHeld,
              place,
            })
            .from(servers)
            .innerJoin(users, eq(users.id, servers.userId))
            .innerJoin(rates, eq(rates.id, servers.rateId))
            .where(and(isListed, condition))
            .orderBy(...order)
            .limit(limit),
      });
    },
    { isRead: true },
  );

  snapshotOperations(area, operation);
  orderOperations(area, operation);

  operation(
    withPages(
      area.command("failed").description("list failed orders that wait for a decision, oldest first"),
    ),
    z.object(pageInput),
    (page, { tx }) =>
      listPage(page, {
        columns: [machineOrders.finishedAt, machineOrders.id],
        read: ({ condition, order, limit, place }) =>
          tx
            .select({
              order: machineOrders.id,
              client: users.email,
              server: machineOrders.serverId,
              comment: servers.comment,
              kind: machineOrders.kind,
              at: machineOrders.finishedAt,
              tries: machineOrders.attempts,
              error: machineOrders.error,
              place,
            })
            .from(machineOrders)
            .innerJoin(servers, eq(servers.id, machineOrders.serverId))
            .innerJoin(users, eq(users.id, servers.userId))
            .where(and(isWaitingOrder, condition))
            .orderBy(...order)
            .limit(limit),
      }),
    { isRead: true },
  );

  operation(
    area
      .command("block <id>")
      .description("block a server, even if it is paid; the client gets the reason")
      .requiredOption("--reason <text>", "why, in the client's language"),
    withReason,
    async ({ id, reason }, { deps, tx }) => {
      await holdServer(deps, tx, id, { reason });
      return answer("serverBlocked", await serverNames(tx, id));
    },
    ({ id }) => `Block server ${id}? It is switched off; its data is kept.`,
  );

  operation(
    area.command("release <id>").description("unblock a server and e-mail the client"),
    serverId,
    async ({ id }, { deps, tx }) => {
      await releaseServer(deps, tx, id);
      return answer("serverUnblocked", await serverNames(tx, id));
    },
  );

  operation(
    area
      .command("reinstate <id>")
      .description(
        "set up a paid server again that a wrong clock has revoked; its client is told that the data is lost",
      )
      .option("--days <number>", "days to add for the time it was away", "0"),
    z.extend(serverId, { days: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(366)) }),
    async ({ id, days }, { deps, tx }) => {
      await reinstateServer(deps, tx, id, days);
      return answer("serverReinstated", await serverNames(tx, id));
    },
    ({ id }) => `Set up server ${id} again, with an empty machine?`,
  );

  operation(
    area
      .command("revoke <id>")
      .description("revoke a server and delete its machine; the client gets the reason")
      .requiredOption("--reason <text>", "why, in the client's language"),
    withReason,
    async ({ id, reason }, { deps, tx }) => {
      await revokeByOperator(deps, tx, id, { reason });
      return answer("serverRevoked", await serverNames(tx, id));
    },
    {
      confirm: ({ id }) => `Revoke server ${id}? Its data is deleted and can't be brought back.`,
      isForDeletedToo: true,
    },
  );

  operation(
    area
      .command("refund <id>")
      .description("refund a server that could not be set up; the client gets the reason")
      .requiredOption("--reason <text>", "why, in the client's language"),
    withReason,
    async ({ id, reason }, { deps, tx, shown = {} }) => {
      const sumCents = await refundServer(deps, tx, id, { reason });
      shown.refund = money(sumCents);
      return answer("serverRefunded", { sumCents });
    },
    ({ id }) => `Give back what was paid for server ${id}, and revoke it?`,
  );

  operation(
    area
      .command("refund-upgrade <id>")
      .description("refund a failed upgrade; the client gets the reason")
      .requiredOption("--reason <text>", "why, in the client's language"),
    withReason,
    async ({ id, reason }, { deps, tx, shown = {} }) => {
      const sumCents = await refundFailedUpgrade(deps, tx, id, { reason });
      shown.refund = money(sumCents);
      return answer("upgradeRefunded", { sumCents });
    },
    ({ id }) => `Give back what was paid for the failed upgrade of server ${id}?`,
  );

  operation(
    area
      .command("upgrade <id>")
      .description("upgrade a server today at its client's request; charges the client's balance")
      .requiredOption("--plan <id>", "id of the larger plan, as `tariffs list` shows it")
      .option(
        "--price <dollars>",
        "the price the client agreed to, refused if it differs; by default today's",
      )
      .requiredOption("--reason <text>", "why, in the client's language"),
    z.extend(withReason, { plan: z.string(), price: z.optional(amount) }),
    async ({ id, plan, price, reason }, { deps, tx, shown = {} }) => {
      await requirePlan(tx, plan);
      const choice = { rateId: plan, agreedCents: price, reason };
      const { tariff, totalCents } = await upgradeByOperator(deps, tx, id, choice).catch(namePrice);
      shown.price = money(totalCents);
      return answer("serverUpgrading", { ...(await serverNames(tx, id)), tariff, totalCents });
    },
    {
      confirm: ({ id, plan, price }) =>
        `Charge ${price === undefined ? "today's price" : formatMoney(price, "en")} and upgrade server ${id} to ${plan}? It restarts.`,
      choices: { plan: choices.largerPlans },
    },
  );

  operation(
    area
      .command("fail-next")
      .description("tell the simulated hypervisor to fail the next tasks")
      .option("--server <id>", "of one server")
      .option("--kind <kind>", `one of ${orderKinds.join(", ")}`)
      .option("--count <number>", "how many", "1"),
    z.object({
      server: z.optional(z.string()),
      kind: z.optional(z.enum(orderKinds)),
      count: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)),
    }),
    async ({ server, kind, count }, { deps, tx }) => {
      await tx.insert(simulatedFaults).values({ id: deps.ids.id(), machineId: server, kind, count });
      return `The next ${count} will fail.`;
    },
    { isShellOnly: true },
  );
};

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { machineOrders, orderKinds } from "#api/db/schema/machine-orders";
import { transaction } from "#api/db/transaction";
import type { OrderKind } from "#api/integrations/provisioner/provisioner";
import { clientWithServer, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import type { ServerStatus } from "#contract/vps/status";
import { serverStatuses } from "#contract/vps/status";
import { hasOpenOrder, isNeededOrder, isStillNeeded, orderMachine } from "./orders";

const address = "192.0.2.44";
let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

test("an order stays open until it ends, and is found by its kind", async () => {
  const { serverId } = await clientWithServer(api);
  const other = await clientWithServer(api);
  expect(await hasOpenOrder(api.db, serverId)).toBe(false);
  const restart = { serverId, kind: "restart" } as const;
  const order = await transaction(api.db, (tx) => orderMachine(api.deps, tx, restart));
  expect(order).toMatchObject({ ...restart, acceptedAt: api.deps.clock.now(), attempts: 0 });
  for (const [status, isOpen] of [
    ["accepted", true],
    ["running", true],
    ["failed", false],
    ["done", false],
  ] as const) {
    await api.db.update(machineOrders).set({ status }).where(eq(machineOrders.id, order.id));
    expect([
      await hasOpenOrder(api.db, serverId),
      await hasOpenOrder(api.db, serverId, "restart"),
      await hasOpenOrder(api.db, serverId, "block"),
      await hasOpenOrder(api.db, other.serverId),
    ]).toEqual([isOpen, isOpen, false, false]);
  }
});

const neededOrders: Record<ServerStatus, OrderKind[]> = {
  settingUp: ["create", "resize"],
  active: ["unblock", "resize", "restart", "turnOn", "turnOff", "takeSnapshot", "rollBack", "dropSnapshot"],
  blocked: ["block", "create", "resize"],
  revoked: ["remove"],
};
test.each(Object.entries(neededOrders) as [ServerStatus, OrderKind[]][])(
  "orders still needed by a server that is %s: %j",
  (status, kinds) => {
    const all: OrderKind[] = [
      ...["create", "block", "unblock", "remove", "resize", "restart", "turnOn", "turnOff"],
      ...["takeSnapshot", "rollBack", "dropSnapshot"],
    ] as OrderKind[];
    const ip = status === "active" ? address : null;
    expect(all.filter((kind) => isStillNeeded(kind, { status, ip })).sort()).toEqual([...kinds].sort());
    expect(isStillNeeded("create", { status, ip: address })).toBe(false);
  },
);

test("the condition in SQL for orders that are still needed is the same", async () => {
  const { rows } = await api.db.execute<{
    kind: OrderKind;
    status: ServerStatus;
    ip: string;
    needed: boolean;
  }>(sql`
    select machine_orders.kind, servers.status, servers.ip, ${isNeededOrder} as needed
    from unnest(${sql.param(orderKinds)}::text[]) as machine_orders (kind),
      unnest(${sql.param(serverStatuses)}::text[]) as states (status),
      (values (null), (${address})) as addresses (ip),
      lateral (select states.status, addresses.ip) as servers`);
  expect(rows).toHaveLength(orderKinds.length * serverStatuses.length * 2);
  for (const { kind, needed, ...server } of rows) expect(needed, kind).toBe(isStillNeeded(kind, server));
});

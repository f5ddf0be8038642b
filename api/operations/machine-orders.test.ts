import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newStaff } from "#api/admin/testing";
import { machineOrders } from "#api/db/schema/machine-orders";
import { applyReport } from "#api/modules/vps/order/apply-report";
import { giveMoney, order, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { inboxItem } from "#contract/admin/index";
import * as contract from "#contract/vps/index";
import { runAdmin } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

const read = async (...args: string[]) =>
  JSON.parse(await runAdmin(api, "servers", "orders", ...args, "--json")) as Record<string, unknown>[];

/** Creates a server whose machine was ordered, without a response yet. */
async function orderedServer() {
  const client = await api.newClient();
  await giveMoney(api, client.id, 10_000);
  const { body } = await api.call(contract.rent, order, { token: client.token });
  const [{ id } = { id: "" }] = await api.db
    .select({ id: machineOrders.id })
    .from(machineOrders)
    .where(eq(machineOrders.serverId, body.serverId));
  return { email: client.email, serverId: body.serverId, orderId: id };
}

describe("servers orders", () => {
  it("lists what is queued and what is being done, and not what is finished", async () => {
    const [queued, running, failed] = [await orderedServer(), await orderedServer(), await orderedServer()];
    await applyReport(api.deps, { orderId: running.orderId, status: "running" });
    await applyReport(api.deps, { orderId: failed.orderId, status: "failed", reason: "no room" });
    const rows = await read();
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          order: queued.orderId,
          server: queued.serverId,
          client: queued.email,
          kind: "create",
          status: "accepted",
        }),
        expect.objectContaining({ order: running.orderId, status: "running" }),
      ]),
    );
    expect(rows.map((row) => row.order)).not.toContain(failed.orderId);
  });

  it("shows the tries of one order with the reasons why they failed, as the inbox does", async () => {
    const { orderId, serverId } = await orderedServer();
    await applyReport(api.deps, { orderId, status: "failed", reason: "no room" });
    await runAdmin(api, "servers", "retry", orderId);
    const again = (await read()).find((row) => row.server === serverId);
    const secondId = String(again?.order);
    await applyReport(api.deps, { orderId: secondId, status: "failed", reason: "no address" });
    const tries = [
      { order: orderId, status: "failed", error: "no room" },
      { order: secondId, status: "failed", error: "no address" },
    ];
    expect(await read(orderId)).toMatchObject(tries);
    expect(await read(secondId)).toMatchObject(tries);
    const { token } = await newStaff(api, "machines");
    const item = { kind: "failedOrder", itemId: secondId } as const;
    expect((await api.call(inboxItem, item, { token })).body.tries).toMatchObject(tries);
  });

  it("knows no order that is not there", async () => {
    await expect(read("nothing")).rejects.toThrow("notFound");
  });
});

describe("tickets departments", () => {
  it("lists them in both languages, and whether they take tickets", async () => {
    const departments = JSON.parse(await runAdmin(api, "tickets", "departments", "--json"));
    expect(departments[0]).toEqual({
      id: "technical",
      en: "Technical support",
      ru: "Техническая поддержка",
      takesTickets: true,
    });
  });
});

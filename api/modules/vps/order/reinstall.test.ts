import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { simulatedFaults } from "#api/db/schema/hypervisor";
import { servers } from "#api/db/schema/vps";
import { clientWithServer, finishOrders, serverOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as security from "#contract/security/index";
import * as contract from "#contract/vps/index";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

type Renter = Awaited<ReturnType<typeof clientWithServer>>;

const reinstall = ({ token, serverId }: Renter, operatingSystem: string, key?: string) =>
  api.call(contract.reinstall, { serverId, operatingSystem }, { token, ...(key && { key }) });
const resetPassword = ({ token, serverId }: Renter) =>
  api.call(contract.resetServerPassword, { serverId }, { token });
const passwordOf = async ({ token, serverId }: Renter) =>
  (await api.call(contract.revealPassword, { serverId }, { token })).body.password;
const lastEmail = () => api.sentEmails.at(-1);
const ubuntu = "Ubuntu 24.04";
/** Creates a server whose tariff has two operating systems. */
async function renter() {
  const client = await clientWithServer(api);
  const { body } = await api.call(contract.reinstallState, { serverId: client.serverId }, client);
  const other = body.operatingSystems.find((system) => system !== body.operatingSystem) ?? ubuntu;
  return { client, other, state: body };
}

describe("reinstall", () => {
  it("installs the selected system under the same address with a new password, deletes snapshots and emails the client", async () => {
    const { client, other, state } = await renter();
    expect(state).toMatchObject({ status: "active", isBusy: false, hasSnapshots: true });
    const wish = { serverId: client.serverId, action: "takeSnapshot", snapshot: "monday" } as const;
    await api.call(contract.orderSnapshot, wish, client);
    await finishOrders(api);
    const [before, password] = [await serverOf(api, client.serverId), await passwordOf(client)];

    const { body } = await reinstall(client, other);
    expect(body).toMatchObject({ action: "reinstall", status: "accepted" });
    expect((await serverOf(api, client.serverId)).operatingSystem).toBe(before.operatingSystem);
    await finishOrders(api);
    const after = await serverOf(api, client.serverId);
    expect(after).toMatchObject({ operatingSystem: other, ip: before.ip, isOn: true, status: "active" });
    expect(await passwordOf(client)).not.toBe(password);
    const snapshots = await api.call(contract.snapshotState, { serverId: client.serverId }, client);
    expect(snapshots.body.snapshots).toEqual([]);
    expect(lastEmail()).toMatchObject({ template: "serverReinstalled", to: client.email });
    const { body: control } = await api.call(contract.controlState, { serverId: client.serverId }, client);
    expect(control.requests[0]).toMatchObject({ action: "reinstall", status: "done" });
    const { body: activity } = await api.call(security.activity, {}, client);
    expect(activity.events).toContainEqual(
      expect.objectContaining({ kind: "serverReinstalled", subject: client.serverId }),
    );
  });

  it("accepts one request at a time, and a repeated one once", async () => {
    const { client, other } = await renter();
    const [first, repeat] = [
      await reinstall(client, other, "one-click"),
      await reinstall(client, other, "one-click"),
    ];
    expect(repeat.body.id).toBe(first.body.id);
    for (const { status, error } of [await reinstall(client, other), await resetPassword(client)])
      expect([status, error.message]).toEqual([409, "Previous request is still processing"]);
    const turnOff = { serverId: client.serverId, action: "turnOff" } as const;
    expect((await api.call(contract.control, turnOff, client)).status).toBe(409);
  });

  it("rejects a system that the plan does not have, another client's server, and a blocked one", async () => {
    const { client, other } = await renter();
    const strange = await reinstall(client, "BeOS");
    expect([strange.status, strange.error.fields]).toEqual([
      422,
      { operatingSystem: "Choose an operating system from the list" },
    ]);
    const stranger = await clientWithServer(api);
    const foreign = await reinstall({ ...stranger, serverId: client.serverId }, other);
    expect(foreign.status).toBe(404);
    await api.db.update(servers).set({ status: "blocked" }).where(eq(servers.id, client.serverId));
    expect((await reinstall(client, other)).error.code).toBe("serverNotActive");
  });

  it("leaves system and password unchanged if the hypervisor fails", async () => {
    const { client, other, state } = await renter();
    const password = await passwordOf(client);
    await api.db
      .insert(simulatedFaults)
      .values({ id: api.deps.ids.id(), machineId: client.serverId, kind: "reinstall", count: 1 });
    await reinstall(client, other);
    await finishOrders(api);
    expect((await serverOf(api, client.serverId)).operatingSystem).toBe(state.operatingSystem);
    expect(await passwordOf(client)).toBe(password);
    expect((await reinstall(client, other)).status).toBe(200);
  });
});

describe("resetServerPassword", () => {
  it("sets a new password each time and emails the client; system and address stay", async () => {
    const { client } = await renter();
    const before = await serverOf(api, client.serverId);
    const passwords = [await passwordOf(client)];
    for (const _ of [1, 2]) {
      await resetPassword(client);
      await finishOrders(api);
      passwords.push(await passwordOf(client));
    }
    expect(new Set(passwords).size).toBe(3);
    const { ip, operatingSystem } = await serverOf(api, client.serverId);
    expect([ip, operatingSystem]).toEqual([before.ip, before.operatingSystem]);
    expect(lastEmail()).toMatchObject({ template: "serverPasswordReset", to: client.email });
  });

  it("is recorded among the owner's security events, and rejected for a server that is not active", async () => {
    const { client } = await renter();
    const { body } = await resetPassword(client);
    expect(body).toMatchObject({ action: "resetPassword", status: "accepted" });
    const state = await api.call(contract.reinstallState, { serverId: client.serverId }, client);
    expect(state.body.isBusy).toBe(true);
    const { body: activity } = await api.call(security.activity, {}, client);
    expect(activity.events).toContainEqual(
      expect.objectContaining({ kind: "serverPasswordReset", subject: client.serverId }),
    );
    await finishOrders(api);
    await api.db.update(servers).set({ status: "blocked" }).where(eq(servers.id, client.serverId));
    const { status, error } = await resetPassword(client);
    expect([status, error.code]).toEqual([409, "serverNotActive"]);
  });
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { servers } from "#api/db/schema/vps";
import { clientWithServer, finishOrders, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/vps/index";
import type { MachineAction } from "#contract/vps/status";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

type Renter = Awaited<ReturnType<typeof clientWithServer>>;
const stateOf = async (renter: Renter) =>
  (await api.call(contract.controlState, { serverId: renter.serverId }, renter)).body;
const press = (renter: Renter, action: "restart" | "turnOn" | "turnOff", key?: string) =>
  api.call(
    contract.control,
    { serverId: renter.serverId, action },
    { token: renter.token, ...(key && { key }) },
  );

describe("controlState", () => {
  it("shows a request's progress with its times", async () => {
    const renter = await clientWithServer(api);
    expect(await stateOf(renter)).toEqual({ isOn: true, status: "active", isBusy: false, requests: [] });
    const acceptedAt = api.deps.clock.now().toISOString();
    const { body } = await press(renter, "turnOff");
    const accepted = { id: body.id, action: "turnOff", status: "accepted", acceptedAt };
    expect(body).toEqual({ ...accepted, runningAt: null, finishedAt: null });
    api.pass({ seconds: 1 });
    const runningAt = api.deps.clock.now().toISOString();
    await runDueJobs(api.deps);
    const running = { ...accepted, status: "running", runningAt };
    expect(await stateOf(renter)).toMatchObject({
      isOn: true,
      isBusy: true,
      requests: [{ ...running, finishedAt: null }],
    });
    api.pass({ minutes: 2 });
    await runDueJobs(api.deps);
    const finishedAt = api.deps.clock.now().toISOString();
    expect(await stateOf(renter)).toMatchObject({
      isOn: false,
      isBusy: false,
      requests: [{ ...running, status: "done", finishedAt }],
    });
  });

  it("lists the newest five requests, newest first, without orders of the service", async () => {
    const renter = await clientWithServer(api);
    const actions: MachineAction[] = [];
    for (const action of ["turnOff", "turnOn", "restart", "turnOff", "turnOn", "restart"] as const) {
      await press(renter, action);
      await finishOrders(api);
      actions.unshift(action);
    }
    expect((await stateOf(renter)).requests.map(({ action }) => action)).toEqual(actions.slice(0, 5));
  });
});

describe("control", () => {
  it.each(["settingUp", "blocked", "revoked"] as const)(
    "rejects requests for a server that is %s",
    async (status) => {
      const renter = await clientWithServer(api);
      await api.db.update(servers).set({ status }).where(eq(servers.id, renter.serverId));
      const { status: code, error } = await press(renter, "restart");
      expect([code, error.code]).toEqual([409, "serverNotActive"]);
      expect((await stateOf(renter)).requests).toEqual([]);
    },
  );

  it("rejects another action under the same key", async () => {
    const renter = await clientWithServer(api);
    expect((await press(renter, "restart", "one-click")).status).toBe(200);
    await finishOrders(api);
    const { status, error } = await press(renter, "turnOff", "one-click");
    expect([status, error.code]).toEqual([409, "idempotencyKeyReused"]);
  });
});

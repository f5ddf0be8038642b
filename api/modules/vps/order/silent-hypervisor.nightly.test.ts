import { expect, test } from "vitest";
import { clientWithServer, finishOrders, vpsApi } from "#api/modules/vps/testing";
import * as contract from "#contract/vps/index";

test("while the hypervisor does not respond there is no list of snapshots, and the failed request reports the error", async () => {
  const api = await vpsApi();
  const { serverId, token } = await clientWithServer(api);
  const { provisioner } = api.deps;
  api.deps.provisioner = {
    ...provisioner,
    snapshots: { limit: 3, list: () => new Promise<never>(() => {}) },
  };
  const wish = { serverId, action: "rollBack", snapshot: "never-made" } as const;
  const [state, request] = await Promise.all([
    api.call(contract.snapshotState, { serverId }, { token }),
    api.call(contract.orderSnapshot, wish, { token }),
  ]);
  expect([state.body.snapshots, request.status]).toEqual([null, 200]);
  api.deps.provisioner = provisioner;
  await finishOrders(api);
  const { body } = await api.call(contract.snapshotState, { serverId }, { token });
  expect(body.requests).toMatchObject([{ id: request.body.id, status: "failed" }]);
  await api.close();
});

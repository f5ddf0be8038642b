import { afterAll, beforeAll, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { operatorActions } from "#api/db/schema/operator";
import { chooseProvisioner } from "#api/integrations/provisioner/index";
import type { ProxmoxStandIn } from "#api/integrations/provisioner/testing/proxmox";
import { startProxmox } from "#api/integrations/provisioner/testing/proxmox";
import { parseEnvironment } from "#api/lib/environment";
import { clientWithServer, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { runAdmin as runOperator } from "./testing";

let api: TestApi;
let proxmox: ProxmoxStandIn;
beforeAll(async () => {
  [api, proxmox] = await Promise.all([vpsApi(), startProxmox()]);
});
afterAll(() => Promise.all([api.close(), proxmox.farEnd.close()]));

const operate = (...args: string[]) => runOperator(api, "servers", ...args);
const work = async () => {
  for (let round = 0; round < 20; round++) {
    api.pass({ seconds: 70 });
    await runDueJobs(api.deps);
  }
};

test("an operator takes a snapshot, rolls back to it and deletes it; the simulated hypervisor has no console", async () => {
  const { serverId } = await clientWithServer(api);
  await operate("snapshot", serverId, "monday");
  await expect(operate("rollback", serverId, "monday")).rejects.toThrow("previousProcessing");
  await work();
  await operate("rollback", serverId, "monday");
  await work();
  await operate("drop-snapshot", serverId, "monday");
  await work();
  const list = await operate("snapshots", serverId);
  expect(list).toMatch(/dropSnapshot\s+done[\s\S]*rollBack\s+done[\s\S]*takeSnapshot\s+done/);
  expect(list).not.toContain("there");
  await expect(operate("snapshot", serverId, "1st")).rejects.toThrow("name: Use letters (A–Z)");
  await expect(operate("snapshot", "nosuchserver", "monday")).rejects.toThrow("notFound");
  await expect(operate("console", serverId)).rejects.toThrow("no console");
});

test("with Proxmox an operator sees what failed, and opens the console", async () => {
  api.deps.provisioner = chooseProvisioner(
    api.deps,
    parseEnvironment({
      PROXMOX_URL: proxmox.farEnd.origin,
      PROXMOX_TOKEN: proxmox.token,
      PROXMOX_TEMPLATES: "Windows Server 2022=9000",
      PROXMOX_ADDRESSES: "203.0.113.10-203.0.113.12/24,gw=203.0.113.1",
    }),
  );
  const { serverId } = await clientWithServer(api);
  await work();
  await operate("snapshot", serverId, "monday");
  await work();
  expect(await operate("snapshots", serverId)).toMatch(/monday[\s\S]*there[\s\S]*takeSnapshot\s+done/);
  await operate("rollback", serverId, "monday");
  await work();
  await operate("rollback", serverId, "sunday");
  await work();
  const list = await operate("snapshots", serverId);
  expect(list).toMatch(/rollBack\s+done/);
  expect(list).toContain("there is no snapshot sunday");
  expect(proxmox.rollbacks).toEqual(["monday"]);
  const [machine] = [...proxmox.machines.values()].filter(({ template }) => template === 0);
  expect(machine).toMatchObject({ status: "running", lock: false });
  const opened = await operate("console", serverId);
  expect(opened).toMatch(/^ws:[\s\S]*vncticket=[\s\S]*password: PVEVNC/);
  expect(JSON.stringify(await api.db.select().from(operatorActions))).not.toContain("PVEVNC");
});

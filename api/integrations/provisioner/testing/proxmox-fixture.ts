import { proxmox } from "#api/integrations/provisioner/proxmox/index";
import type { ProxmoxStandIn } from "./proxmox";
import type { HypervisorFixture } from "./shared-tests";
import { addresses, firstId } from "./shared-tests";

/** Returns the machines that are not templates. */
export const ownMachines = (there: ProxmoxStandIn) =>
  [...there.machines.values()].filter(({ template }) => template === 0);

/** A fake Proxmox VE for the hypervisor tests. */
export const proxmoxFixture = (there: ProxmoxStandIn): HypervisorFixture => ({
  hypervisor: () =>
    proxmox({
      url: there.farEnd.origin,
      token: there.token,
      templates: new Map([["Windows Server 2022", "9000"]]),
      addresses,
      firstId,
      nodes: [],
      snapshots: 2,
    }),
  machines: async () =>
    ownMachines(there).map(({ name, status, config }) => ({
      name,
      isRunning: status === "running",
      processor: Number(config.cores),
      diskGb: Number(/size=(\d+)G/.exec(config.scsi0 ?? "")?.[1]),
      startsByItself: config.onboot === "1",
    })),
  requestCount: () => there.farEnd.requests.length,
  failAt: (at, kind) => {
    there.farEnd.fault = { at, kind };
  },
  creationCount: () => there.clones.length,
  addForeignMachine: async () => {
    const stranger = { node: "one", name: "accounting", status: "running" as const, template: 0 as const };
    there.machines.set(10_001, { ...stranger, vmid: 10_001, lock: false, config: {}, snapshots: new Map() });
  },
  close: () => there.farEnd.close(),
});

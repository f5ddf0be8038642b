import type { NodeCapacity } from "#api/integrations/provisioner/provisioner";
import type { Allotted, Hypervisor } from "#api/integrations/provisioner/stepwise/hypervisor";
import { CannotBeDone, nameOf } from "#api/integrations/provisioner/stepwise/hypervisor";
import { RequestRejected } from "#api/integrations/request-json";
import type { ProxmoxClient, ProxmoxMachine } from "./client";
import { proxmoxClient } from "./client";
import type { ProxmoxSettings } from "./settings";
import { proxmoxSteps } from "./steps";

/** Returns the node with the most free memory among those that the settings allow. */
async function roomiest(client: ProxmoxClient, { nodes }: ProxmoxSettings): Promise<string> {
  const free = (await client.nodes())
    .filter(({ node, status }) => status === "online" && (nodes.length === 0 || nodes.includes(node)))
    .map(({ node, maxmem = 0, mem = 0 }) => ({ node, free: maxmem - mem }))
    .sort((one, other) => other.free - one.free);
  if (!free[0]) throw new Error("No node is online");
  return free[0].node;
}

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

/** Returns what the nodes for new machines have free. The disk is that of all storages for machines' disks. */
async function capacityOf(client: ProxmoxClient, { nodes }: ProxmoxSettings): Promise<NodeCapacity[]> {
  const [known, storages] = await Promise.all([client.nodes(), client.storages()]);
  return known
    .filter(({ node }) => nodes.length === 0 || nodes.includes(node))
    .map(({ node, status, maxcpu = null, maxmem, mem = 0 }) => {
      const disks = storages.filter(
        (storage) => storage.node === node && storage.content?.split(",").includes("images"),
      );
      const total = disks.reduce((sum, { maxdisk = 0 }) => sum + maxdisk, 0);
      const used = disks.reduce((sum, { disk = 0 }) => sum + disk, 0);
      return {
        node,
        isOnline: status === "online",
        processors: maxcpu,
        memoryMb:
          maxmem === undefined
            ? null
            : { free: Math.round((maxmem - mem) / megabyte), total: Math.round(maxmem / megabyte) },
        diskGb:
          total === 0
            ? null
            : { free: Math.round((total - used) / gigabyte), total: Math.round(total / gigabyte) },
      };
    })
    .sort((one, other) => (one.node < other.node ? -1 : 1));
}

/** Returns the current location of a machine of ours. @throws if it does not exist. */
async function ownMachine(client: ProxmoxClient, { id, name }: Allotted): Promise<ProxmoxMachine> {
  const found = (await client.machines()).find((machine) => machine.vmid === id && machine.name === name);
  if (!found) throw new CannotBeDone(`there is no machine ${id}`);
  return found;
}

/** Proxmox VE: a machine is a clone of a template, its values come by cloud-init. */
export function proxmox(settings: ProxmoxSettings): Hypervisor {
  const client = proxmoxClient(settings);
  return {
    name: "Proxmox",
    health: async () => `Proxmox VE ${await client.version()}`,
    chooseNode: () => roomiest(client, settings),
    steps: proxmoxSteps(client, settings),
    ...(settings.snapshots > 0 && {
      snapshots: {
        limit: settings.snapshots,
        list: async (allotted: Allotted) => client.snapshots(await ownMachine(client, allotted)),
      },
    }),
    console: async (allotted) => client.console(await ownMachine(client, allotted)),

    machines: async (allotmentsById) =>
      (await client.machines())
        .filter(({ vmid, template }) => vmid >= settings.firstId && !template)
        .map(({ vmid, name, status, node }) => ({
          name: name ?? String(vmid),
          serverId: name === nameOf(vmid) ? (allotmentsById.get(vmid)?.serverId ?? null) : null,
          isRunning: status === "running",
          node,
        })),

    capacity: () => capacityOf(client, settings),

    isOver: async (upid) => {
      const { status, exitstatus } = await client.task(upid);
      if (status === "running") return false;
      if (exitstatus !== "OK" && !exitstatus?.startsWith("WARNINGS"))
        throw new CannotBeDone(`Proxmox: ${(exitstatus ?? "no end").slice(0, 200)}`);
      return true;
    },

    // many temporary errors, such as a lock, have status 500
    isFinal: (error) => error instanceof RequestRejected && [400, 403, 501].includes(error.status),
  };
}

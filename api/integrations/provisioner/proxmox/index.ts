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
        .map(({ vmid, name, status }) => ({
          name: name ?? String(vmid),
          serverId: name === nameOf(vmid) ? (allotmentsById.get(vmid)?.serverId ?? null) : null,
          isRunning: status === "running",
        })),

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

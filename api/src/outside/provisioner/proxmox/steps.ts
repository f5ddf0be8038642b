import type { MachineOrder, OrderKind } from "#api/outside/provisioner/provisioner";
import type { ProxmoxClient, ProxmoxMachine } from "./client";
import type { ProxmoxSettings } from "./settings";

/** An order that can't be done, whatever is tried again; the message is for the operator. */
export class CannotBeDone extends Error {}

/** The machine that a server was allotted. */
export type Allotted = { vmid: number; node: string; address: string; password: string };

export type Work = {
  client: ProxmoxClient;
  settings: ProxmoxSettings;
  order: MachineOrder;
  allotted: Allotted;
};

/** Begins something and returns Proxmox's task, or null where nothing is to be done. Looks first: it may have been begun before. */
type Step = (work: Work) => Promise<string | null>;

export const nameOf = (vmid: number) => `vps-${vmid}`;
export const login = "Administrator";
const diskNames = ["scsi0", "virtio0", "sata0", "ide0"];

/** The order's own machine; null where there is none. @throws where its id belongs to something else. */
async function find({ client, allotted }: Work): Promise<ProxmoxMachine | null> {
  const found = (await client.machines()).find(({ vmid }) => vmid === allotted.vmid);
  if (found && (found.name !== nameOf(allotted.vmid) || found.template))
    throw new CannotBeDone(`the id ${allotted.vmid} belongs to something else there`);
  return found ?? null;
}

async function own(work: Work): Promise<ProxmoxMachine> {
  const found = await find(work);
  if (!found) throw new CannotBeDone(`there is no machine ${work.allotted.vmid}`);
  return found;
}

const clone: Step = async (work) => {
  const { client, settings, order, allotted } = work;
  if (await find(work)) return null;
  const id = settings.templates.get(order.operatingSystem);
  const template = (await client.machines()).find(({ vmid }) => vmid === id);
  if (!template) throw new CannotBeDone(`there is no template for ${order.operatingSystem}`);
  return client.clone(template, {
    newid: allotted.vmid,
    name: nameOf(allotted.vmid),
    description: `server ${order.serverId}`,
    full: 1,
    ...(template.node !== allotted.node && { target: allotted.node }),
  });
};

const size = ({ rate }: MachineOrder) => ({ cores: rate.processor, memory: rate.memoryMb });

const configure: Step = async (work) => {
  const { address, password } = work.allotted;
  const { prefix, gateway } = work.settings.addresses;
  return work.client.configure(await own(work), {
    ...size(work.order),
    ciuser: login,
    cipassword: password,
    ipconfig0: `ip=${address}/${prefix},gw=${gateway}`,
    onboot: 1,
  });
};

const resize: Step = async (work) => work.client.configure(await own(work), size(work.order));

/** Disks only grow. */
const growDisk: Step = async (work) => {
  const machine = await own(work);
  const config = await work.client.config(machine);
  const disk = diskNames.find((name) => typeof config[name] === "string");
  if (!disk) throw new CannotBeDone("the machine has no disk that is known");
  const [, number = "0", unit] = /size=(\d+)([GT])/.exec(String(config[disk])) ?? [];
  const has = Number(number) * (unit === "T" ? 1024 : 1);
  return has < work.order.rate.diskGb ? work.client.growDisk(machine, disk, work.order.rate.diskGb) : null;
};

const start: Step = async (work) => {
  const machine = await own(work);
  return machine.status === "running" ? null : work.client.start(machine);
};

const stop: Step = async (work) => {
  const machine = await find(work);
  return machine?.status === "running" ? work.client.stop(machine) : null;
};

const reboot: Step = async (work) => {
  const machine = await own(work);
  return machine.status === "running" ? work.client.reboot(machine) : work.client.start(machine);
};

const startsByItself =
  (onboot: 0 | 1): Step =>
  async (work) => {
    const machine = await find(work);
    return machine ? work.client.configure(machine, { onboot }) : null;
  };

const remove: Step = async (work) => {
  const machine = await find(work);
  return machine ? work.client.remove(machine) : null;
};

/** What an order is done by, one after another. */
export const steps: Readonly<Record<OrderKind, readonly Step[]>> = {
  create: [clone, configure, growDisk, start],
  turnOn: [start],
  turnOff: [stop],
  restart: [reboot],
  resize: [stop, resize, growDisk, start],
  block: [startsByItself(0), stop],
  unblock: [startsByItself(1), start],
  remove: [stop, remove],
};

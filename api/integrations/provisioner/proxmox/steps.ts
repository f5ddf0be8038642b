import type { MachineOrder, OrderKind } from "#api/integrations/provisioner/provisioner";
import type { Work as AnyWork, Step } from "#api/integrations/provisioner/stepwise/hypervisor";
import { CannotBeDone, login } from "#api/integrations/provisioner/stepwise/hypervisor";
import type { ProxmoxClient, ProxmoxMachine } from "./client";
import type { ProxmoxSettings } from "./settings";

type Work = AnyWork & { client: ProxmoxClient; settings: ProxmoxSettings };
type ProxmoxStep = (work: Work) => ReturnType<Step>;

const diskNames = ["scsi0", "virtio0", "sata0", "ide0"];

/** Returns the order's own machine; null if there is none. @throws if its id belongs to another machine. */
async function find({ client, allotted }: Work): Promise<ProxmoxMachine | null> {
  const found = (await client.machines()).find(({ vmid }) => vmid === allotted.id);
  if (found && (found.name !== allotted.name || found.template))
    throw new CannotBeDone(`the id ${allotted.id} belongs to something else there`);
  return found ?? null;
}

async function ownMachine(work: Work): Promise<ProxmoxMachine> {
  const found = await find(work);
  if (!found) throw new CannotBeDone(`there is no machine ${work.allotted.id}`);
  return found;
}

async function templateOf({ client, settings, order }: Work): Promise<ProxmoxMachine> {
  const id = Number(settings.templates.get(order.operatingSystem));
  const template = (await client.machines()).find(({ vmid }) => vmid === id);
  if (!template) throw new CannotBeDone(`there is no template for ${order.operatingSystem}`);
  return template;
}

/** Checked before anything is erased. */
const haveTemplate: ProxmoxStep = async (work) => {
  await templateOf(work);
  return null;
};

const clone: ProxmoxStep = async (work) => {
  const { client, order, allotted } = work;
  if (await find(work)) return null;
  const template = await templateOf(work);
  return client.clone(template, {
    newid: allotted.id,
    name: allotted.name,
    description: `server ${order.serverId}`,
    full: 1,
    ...(template.node !== allotted.node && { target: allotted.node }),
  });
};

const size = ({ rate }: MachineOrder) => ({ cores: rate.processor, memory: rate.memoryMb });

const configure: ProxmoxStep = async (work) => {
  const { address, password } = work.allotted;
  const { prefix, gateway } = work.settings.addresses;
  return work.client.configure(await ownMachine(work), {
    ...size(work.order),
    ciuser: login,
    cipassword: password,
    ipconfig0: `ip=${address}/${prefix},gw=${gateway}`,
    onboot: 1,
  });
};

const resize: ProxmoxStep = async (work) => work.client.configure(await ownMachine(work), size(work.order));

/** Disks only grow. */
const growDisk: ProxmoxStep = async (work) => {
  const machine = await ownMachine(work);
  const config = await work.client.config(machine);
  const disk = diskNames.find((name) => typeof config[name] === "string");
  if (!disk) throw new CannotBeDone("the machine has no disk that is known");
  const [, number = "0", unit] = /size=(\d+)([GT])/.exec(String(config[disk])) ?? [];
  const has = Number(number) * (unit === "T" ? 1024 : 1);
  return has < work.order.rate.diskGb ? work.client.growDisk(machine, disk, work.order.rate.diskGb) : null;
};

const start: ProxmoxStep = async (work) => {
  const machine = await ownMachine(work);
  return machine.status === "running" ? null : work.client.start(machine);
};

const stop: ProxmoxStep = async (work) => {
  const machine = await find(work);
  return machine?.status === "running" ? work.client.stop(machine) : null;
};

const reboot: ProxmoxStep = async (work) => {
  const machine = await ownMachine(work);
  return machine.status === "running" ? work.client.reboot(machine) : work.client.start(machine);
};

const startsByItself =
  (onboot: 0 | 1): ProxmoxStep =>
  async (work) => {
    const machine = await find(work);
    return machine ? work.client.configure(machine, { onboot }) : null;
  };

const remove: ProxmoxStep = async (work) => {
  const machine = await find(work);
  return machine ? work.client.remove(machine) : null;
};

/** Returns the snapshot that an order names, and whether it exists. */
async function snapshotOf(work: Work) {
  const machine = await ownMachine(work);
  const name = work.order.snapshot;
  if (!name) throw new CannotBeDone("the order names no snapshot");
  const all = await work.client.snapshots(machine);
  return { machine, name, count: all.length, isThere: all.some((known) => known.name === name) };
}

const takeSnapshot: ProxmoxStep = async (work) => {
  const { machine, name, count, isThere } = await snapshotOf(work);
  // started by a request whose response was lost: it is complete once the machine is unlocked
  if (isThere && (await work.client.config(machine)).lock) throw new Error("the machine is locked");
  if (isThere) return null;
  if (count >= work.settings.snapshots) throw new CannotBeDone(`the machine has ${count} snapshots already`);
  return work.client.takeSnapshot(machine, name);
};

/** A second start leads to the same state: nothing else changes the machine meanwhile. */
const rollBack: ProxmoxStep = async (work) => {
  const { machine, name, isThere } = await snapshotOf(work);
  if (!isThere) throw new CannotBeDone(`there is no snapshot ${name}`);
  return work.client.rollBack(machine, name);
};

const dropSnapshot: ProxmoxStep = async (work) => {
  const { machine, name, isThere } = await snapshotOf(work);
  return isThere ? work.client.dropSnapshot(machine, name) : null;
};

const lists: Readonly<Record<OrderKind, readonly ProxmoxStep[]>> = {
  create: [clone, configure, growDisk, start],
  turnOn: [start],
  turnOff: [stop],
  restart: [reboot],
  resize: [stop, resize, growDisk, start],
  block: [startsByItself(0), stop],
  unblock: [startsByItself(1), start],
  remove: [stop, remove],
  reinstall: [haveTemplate, stop, remove, clone, configure, growDisk, start],
  // cloud-init applies changed values at the next start, as for a new machine
  resetPassword: [stop, configure, start],
  takeSnapshot: [takeSnapshot],
  // a rollback restores the size and the settings of its time, so the server's current ones are applied again
  rollBack: [rollBack, configure, growDisk, start],
  dropSnapshot: [dropSnapshot],
};

/** The steps of each order, in sequence. */
export const proxmoxSteps = (client: ProxmoxClient, settings: ProxmoxSettings) =>
  Object.fromEntries(
    Object.entries(lists).map(([kind, list]) => [
      kind,
      list.map(
        (step): Step =>
          (work) =>
            step({ ...work, client, settings }),
      ),
    ]),
  ) as Record<OrderKind, Step[]>;

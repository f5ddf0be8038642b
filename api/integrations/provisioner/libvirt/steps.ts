import type { MachineKind } from "#api/integrations/provisioner/provisioner";
import type { Step, Work } from "#api/integrations/provisioner/stepwise/hypervisor";
import { CannotBeDone } from "#api/integrations/provisioner/stepwise/hypervisor";
import type { Clock } from "#api/lib/clock";
import { diskOf, domainXml, seedFiles, seedOf, uuidOf } from "./machine";
import { withDrive, withFile } from "./seed";
import type { LibvirtSettings } from "./settings";
import type { Domain, VirshClient } from "./virsh";

const gigabyte = 1024 ** 3;
/** Size of a NoCloud drive: three small files. */
const seedBytes = 1024 ** 2;
/** A machine that does not shut down in this time is switched off. */
const stopTimeoutMilliseconds = 60_000;

type Surroundings = { client: VirshClient; settings: LibvirtSettings; clock: Clock };

/** Returns the order's own machine; null if there is none. @throws if its name belongs to another machine. */
async function find(client: VirshClient, { allotted }: Work): Promise<Domain | null> {
  const found = (await client.domains()).find(({ name }) => name === allotted.name);
  if (found && found.uuid !== uuidOf(allotted))
    throw new CannotBeDone(`the name ${allotted.name} belongs to something else there`);
  return found ?? null;
}

/** Each step checks the state before it acts; only a stop takes time. */
export function libvirtSteps({ client, settings, clock }: Surroundings): Record<MachineKind, Step[]> {
  const ownMachine = async (work: Work): Promise<Domain> => {
    const found = await find(client, work);
    if (!found) throw new CannotBeDone(`there is no machine ${work.allotted.name}`);
    return found;
  };
  const done = async (...args: string[]): Promise<null> => {
    await client.run(args);
    return null;
  };

  const templateOf = ({ order }: Work, volumes: ReadonlySet<string | undefined>): string => {
    const template = settings.templates.get(order.operatingSystem);
    if (!template || !volumes.has(template))
      throw new CannotBeDone(`there is no template for ${order.operatingSystem}`);
    return template;
  };

  /** Checked before anything is erased. */
  const haveTemplate: Step = async (work) => {
    templateOf(work, await client.volumes());
    return null;
  };

  const eraseDisk: Step = async (work) => {
    await find(client, work);
    if ((await client.volumes()).has(diskOf(work.allotted))) await client.removeVolume(diskOf(work.allotted));
    return null;
  };

  const disk: Step = async (work) => {
    const { order, allotted } = work;
    await find(client, work);
    const volumes = await client.volumes();
    if (volumes.has(diskOf(allotted))) return null;
    const template = templateOf(work, volumes);
    const bytes = Math.max(order.rate.diskGb * gigabyte, await client.capacity(template));
    await client.makeDisk(diskOf(allotted), template, bytes);
    return null;
  };

  const seed: Step = async (work) => {
    const volume = seedOf(work.allotted);
    await withDrive(seedFiles(work, settings), async (path) => {
      if (!(await client.volumes()).has(volume)) await client.makeRaw(volume, seedBytes);
      await client.fill(volume, path);
    });
    return null;
  };

  const define: Step = async (work) => {
    await withFile(domainXml(work, settings), (path) => done("define", path));
    return null;
  };

  const resize: Step = async (work) => {
    await ownMachine(work);
    return define(work);
  };

  /** Disks only grow. */
  const growDisk: Step = async ({ order, allotted }) => {
    const bytes = order.rate.diskGb * gigabyte;
    if ((await client.capacity(diskOf(allotted))) < bytes) await client.grow(diskOf(allotted), bytes);
    return null;
  };

  const start: Step = async (work) =>
    (await ownMachine(work)).isRunning ? null : done("start", work.allotted.name);

  const stop: Step = async (work) => {
    const found = await find(client, work);
    if (!found?.isRunning) return null;
    await done("shutdown", found.name);
    return `${clock.now().getTime() + stopTimeoutMilliseconds} ${found.name}`;
  };

  const reboot: Step = async (work) =>
    done((await ownMachine(work)).isRunning ? "reboot" : "start", work.allotted.name);

  const startsByItself =
    (isOn: boolean): Step =>
    async (work) => {
      const found = await find(client, work);
      return found ? done("autostart", found.name, ...(isOn ? [] : ["--disable"])) : null;
    };

  const undefine: Step = async (work) => {
    const found = await find(client, work);
    return found ? done("undefine", found.name, "--managed-save", "--snapshots-metadata") : null;
  };

  const removeVolumes: Step = async ({ allotted }) => {
    const volumes = await client.volumes();
    for (const volume of [diskOf(allotted), seedOf(allotted)])
      if (volumes.has(volume)) await client.removeVolume(volume);
    return null;
  };

  return {
    create: [disk, seed, define, startsByItself(true), start],
    turnOn: [start],
    turnOff: [stop],
    restart: [reboot],
    resize: [stop, resize, growDisk, start],
    block: [startsByItself(false), stop],
    unblock: [startsByItself(true), start],
    remove: [stop, undefine, removeVolumes],
    reinstall: [haveTemplate, stop, eraseDisk, disk, seed, define, start],
    resetPassword: [stop, seed, start],
  };
}

/** Returns whether a machine has stopped; switches it off if it has not before the deadline. */
export async function hasStopped({ client, clock }: Omit<Surroundings, "settings">, begun: string) {
  const [deadline, name] = begun.split(" ");
  const found = (await client.domains()).find((domain) => domain.name === name);
  if (!found?.isRunning) return true;
  if (clock.now().getTime() < Number(deadline)) return false;
  await client.run(["destroy", found.name]);
  return true;
}

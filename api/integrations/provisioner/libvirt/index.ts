import type { Hypervisor } from "#api/integrations/provisioner/stepwise/hypervisor";
import type { Clock } from "#api/lib/clock";
import { uuidOf } from "./machine";
import { runXorriso } from "./seed";
import type { LibvirtSettings } from "./settings";
import { hasStopped, libvirtSteps } from "./steps";
import type { RunVirsh } from "./virsh";
import { VirshError, virshClient, virshOf } from "./virsh";

/** Errors that a retry can't fix; broken connections and locks are temporary. */
const final =
  /not supported|unsupported|already exists with uuid|XML error|no storage pool with matching name/i;

/**
 * A libvirt host, controlled by its command line: a machine is a disk based on a template's, its values come by a
 * NoCloud drive (docs/adr/0021).
 */
export function libvirt(
  settings: LibvirtSettings,
  clock: Clock,
  run: RunVirsh = virshOf(settings.uri),
): Hypervisor {
  const client = virshClient(run, settings);
  return {
    name: "libvirt",
    chooseNode: () => client.host(),
    steps: libvirtSteps({ client, settings, clock }),
    isOver: (begun) => hasStopped({ client, clock }, begun),
    isFinal: (error) => error instanceof VirshError && final.test(error.output),

    health: async () => {
      const [version, volumes] = await Promise.all([
        client.version(),
        client.volumes(),
        runXorriso(["-version"]),
      ]);
      const missing = [...settings.templates.values()].filter((template) => !volumes.has(template));
      if (missing.length > 0) throw new Error(`the pool ${settings.pool} has no ${missing.join(" and no ")}`);
      return `libvirt, ${version}`;
    },

    capacity: async () => {
      const [node, { processors, totalKib, freeKib }, space] = await Promise.all([
        client.host(),
        client.hardware(),
        client.poolSpace(),
      ]);
      const gigabytes = (bytes: number) => Math.round(bytes / 1024 ** 3);
      return [
        {
          node,
          isOnline: true,
          processors,
          memoryMb:
            freeKib === null
              ? null
              : { free: Math.round(freeKib / 1024), total: Math.round(totalKib / 1024) },
          diskGb: { free: gigabytes(space.free), total: gigabytes(space.total) },
        },
      ];
    },

    machines: async (allotmentsById) => {
      const node = await client.host();
      return (await client.domains()).flatMap(({ name, uuid, isRunning }) => {
        const id = Number(/^vps-(\d+)$/.exec(name)?.[1] ?? Number.NaN);
        if (!(id >= settings.firstId)) return [];
        const serverId = allotmentsById.get(id)?.serverId;
        const isOurs = serverId !== undefined && uuid === uuidOf({ name, serverId });
        return { name, serverId: isOurs ? serverId : null, isRunning, node };
      });
    },
  };
}

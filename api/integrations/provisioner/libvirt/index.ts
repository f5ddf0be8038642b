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

    machines: async (allotmentsById) =>
      (await client.domains()).flatMap(({ name, uuid, isRunning }) => {
        const id = Number(/^vps-(\d+)$/.exec(name)?.[1] ?? Number.NaN);
        if (!(id >= settings.firstId)) return [];
        const serverId = allotmentsById.get(id)?.serverId;
        const isOurs = serverId !== undefined && uuid === uuidOf({ name, serverId });
        return { name, serverId: isOurs ? serverId : null, isRunning };
      }),
  };
}

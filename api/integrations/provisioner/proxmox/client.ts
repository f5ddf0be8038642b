import * as z from "zod/mini";
import { requestJson } from "#api/integrations/request-json";
import type { ProxmoxSettings } from "./settings";

type Params = Record<string, string | number>;

const machine = z.object({
  type: z.string(),
  vmid: z.int(),
  node: z.string(),
  name: z.optional(z.string()),
  status: z.string(),
  template: z.optional(z.union([z.int(), z.boolean()])),
});
const node = z.object({
  node: z.string(),
  status: z.optional(z.string()),
  maxmem: z.optional(z.number()),
  mem: z.optional(z.number()),
  maxcpu: z.optional(z.number()),
});
const storage = z.object({
  node: z.string(),
  storage: z.string(),
  /** A comma-separated list of what it takes: `images` are disks of machines. */
  content: z.optional(z.string()),
  disk: z.optional(z.number()),
  maxdisk: z.optional(z.number()),
});
const task = z.object({ status: z.enum(["running", "stopped"]), exitstatus: z.optional(z.string()) });
const config = z.record(z.string(), z.unknown());
/** The list includes the machine's current state as `current`, without a time. */
const snapshot = z.object({ name: z.string(), snaptime: z.optional(z.int()) });
const proxy = z.object({ port: z.coerce.number(), ticket: z.string() });

export type ProxmoxMachine = z.output<typeof machine>;
export type ProxmoxTask = z.output<typeof task>;

const data = <S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> =>
  schema.parse(z.object({ data: z.optional(z.unknown()) }).parse(answer).data);

/**
 * Returns the calls of Proxmox VE's API, authenticated by a token. Calls that start a task return its UPID; null if
 * there is nothing to wait for.
 */
export function proxmoxClient({ url, token }: Pick<ProxmoxSettings, "url" | "token">) {
  const request = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, params: Params = {}) => {
    const form = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
    const isInBody = method === "POST" || method === "PUT";
    const query = isInBody || form.size === 0 ? "" : `?${form}`;
    return requestJson("Proxmox", `${url}/api2/json${path}${query}`, {
      method,
      headers: {
        authorization: `PVEAPIToken=${token}`,
        ...(isInBody && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(isInBody && { body: form.toString() }),
    });
  };
  const started = async (...question: Parameters<typeof request>): Promise<string | null> =>
    data(z.nullish(z.string()), await request(...question)) ?? null;
  const machinePath = ({ node: name, vmid }: Pick<ProxmoxMachine, "node" | "vmid">) =>
    `/nodes/${encodeURIComponent(name)}/qemu/${vmid}`;
  type VmRef = Pick<ProxmoxMachine, "node" | "vmid">;
  return {
    version: async () => data(z.object({ version: z.string() }), await request("GET", "/version")).version,
    machines: async (): Promise<ProxmoxMachine[]> =>
      data(z.array(machine), await request("GET", "/cluster/resources", { type: "vm" })).filter(
        ({ type }) => type === "qemu",
      ),
    nodes: async () => data(z.array(node), await request("GET", "/cluster/resources", { type: "node" })),
    storages: async () =>
      data(z.array(storage), await request("GET", "/cluster/resources", { type: "storage" })),
    task: async (upid: string): Promise<ProxmoxTask> => {
      const [, where = ""] = upid.split(":");
      const path = `/nodes/${encodeURIComponent(where)}/tasks/${encodeURIComponent(upid)}/status`;
      return data(task, await request("GET", path));
    },
    clone: (template: VmRef, params: Params) => started("POST", `${machinePath(template)}/clone`, params),
    config: async (vm: VmRef) => data(config, await request("GET", `${machinePath(vm)}/config`)),
    configure: (vm: VmRef, params: Params) => started("POST", `${machinePath(vm)}/config`, params),
    growDisk: (vm: VmRef, disk: string, gigabytes: number) =>
      started("PUT", `${machinePath(vm)}/resize`, { disk, size: `${gigabytes}G` }),
    start: (vm: VmRef) => started("POST", `${machinePath(vm)}/status/start`),
    // an unpaid machine that does not shut down is switched off
    stop: (vm: VmRef) => started("POST", `${machinePath(vm)}/status/shutdown`, { forceStop: 1, timeout: 60 }),
    reboot: (vm: VmRef) => started("POST", `${machinePath(vm)}/status/reboot`, { timeout: 60 }),
    snapshots: async (vm: VmRef) =>
      data(z.array(snapshot), await request("GET", `${machinePath(vm)}/snapshot`)).flatMap(
        ({ name, snaptime }) => (snaptime === undefined ? [] : { name, takenAt: new Date(snaptime * 1000) }),
      ),
    takeSnapshot: (vm: VmRef, snapname: string) =>
      started("POST", `${machinePath(vm)}/snapshot`, { snapname }),
    rollBack: (vm: VmRef, snapname: string) =>
      started("POST", `${machinePath(vm)}/snapshot/${snapname}/rollback`),
    dropSnapshot: (vm: VmRef, snapname: string) =>
      started("DELETE", `${machinePath(vm)}/snapshot/${snapname}`),
    console: async (vm: VmRef) => {
      const { port, ticket } = data(
        proxy,
        await request("POST", `${machinePath(vm)}/vncproxy`, { websocket: 1 }),
      );
      const query = new URLSearchParams({ port: String(port), vncticket: ticket });
      const socket = `${url.replace(/^http/, "ws")}/api2/json${machinePath(vm)}/vncwebsocket?${query}`;
      return { url: socket, password: ticket };
    },
    remove: (vm: VmRef) => started("DELETE", machinePath(vm), { purge: 1 }),
  };
}

export type ProxmoxClient = ReturnType<typeof proxmoxClient>;

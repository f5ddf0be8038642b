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
  const ask = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, params: Params = {}) => {
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
  const started = async (...question: Parameters<typeof ask>): Promise<string | null> =>
    data(z.nullish(z.string()), await ask(...question)) ?? null;
  const at = ({ node: name, vmid }: Pick<ProxmoxMachine, "node" | "vmid">) =>
    `/nodes/${encodeURIComponent(name)}/qemu/${vmid}`;
  type Place = Pick<ProxmoxMachine, "node" | "vmid">;
  return {
    version: async () => data(z.object({ version: z.string() }), await ask("GET", "/version")).version,
    machines: async (): Promise<ProxmoxMachine[]> =>
      data(z.array(machine), await ask("GET", "/cluster/resources", { type: "vm" })).filter(
        ({ type }) => type === "qemu",
      ),
    nodes: async () => data(z.array(node), await ask("GET", "/cluster/resources", { type: "node" })),
    task: async (upid: string): Promise<ProxmoxTask> => {
      const [, where = ""] = upid.split(":");
      const path = `/nodes/${encodeURIComponent(where)}/tasks/${encodeURIComponent(upid)}/status`;
      return data(task, await ask("GET", path));
    },
    clone: (template: Place, params: Params) => started("POST", `${at(template)}/clone`, params),
    config: async (place: Place) => data(config, await ask("GET", `${at(place)}/config`)),
    configure: (place: Place, params: Params) => started("POST", `${at(place)}/config`, params),
    growDisk: (place: Place, disk: string, gigabytes: number) =>
      started("PUT", `${at(place)}/resize`, { disk, size: `${gigabytes}G` }),
    start: (place: Place) => started("POST", `${at(place)}/status/start`),
    // an unpaid machine that does not shut down is switched off
    stop: (place: Place) => started("POST", `${at(place)}/status/shutdown`, { forceStop: 1, timeout: 60 }),
    reboot: (place: Place) => started("POST", `${at(place)}/status/reboot`, { timeout: 60 }),
    snapshots: async (place: Place) =>
      data(z.array(snapshot), await ask("GET", `${at(place)}/snapshot`)).flatMap(({ name, snaptime }) =>
        snaptime === undefined ? [] : { name, takenAt: new Date(snaptime * 1000) },
      ),
    takeSnapshot: (place: Place, snapname: string) => started("POST", `${at(place)}/snapshot`, { snapname }),
    rollBack: (place: Place, snapname: string) =>
      started("POST", `${at(place)}/snapshot/${snapname}/rollback`),
    dropSnapshot: (place: Place, snapname: string) => started("DELETE", `${at(place)}/snapshot/${snapname}`),
    console: async (place: Place) => {
      const { port, ticket } = data(proxy, await ask("POST", `${at(place)}/vncproxy`, { websocket: 1 }));
      const query = new URLSearchParams({ port: String(port), vncticket: ticket });
      const socket = `${url.replace(/^http/, "ws")}/api2/json${at(place)}/vncwebsocket?${query}`;
      return { url: socket, password: ticket };
    },
    remove: (place: Place) => started("DELETE", at(place), { purge: 1 }),
  };
}

export type ProxmoxClient = ReturnType<typeof proxmoxClient>;

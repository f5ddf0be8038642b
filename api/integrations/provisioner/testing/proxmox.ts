import { readFile } from "node:fs/promises";
import type { Answered, FakeVendor, VendorRequest, Watch } from "#api/integrations/testing/fake-vendor";
import { startFakeVendor } from "#api/integrations/testing/fake-vendor";
import type { ApiSpec } from "./proxmox-api-spec";
import { mistake } from "./proxmox-api-spec";

type StandInMachine = {
  vmid: number;
  node: string;
  name: string;
  status: "running" | "stopped";
  template: 0 | 1;
  lock: boolean;
  config: Record<string, string>;
  snapshots: Map<string, { config: Record<string, string>; snaptime: number }>;
};
type StandInTask = { left: number; exitstatus: string | null; work: () => void };

export type ProxmoxStandIn = {
  farEnd: FakeVendor;
  token: string;
  machines: Map<number, StandInMachine>;
  /** All clones that were started. */
  clones: number[];
  /** All completed rollbacks. */
  rollbacks: string[];
  /** The next task ends with this status and does nothing. */
  failNext: string | null;
};

const gigabyte = 1024 ** 3;
const online = { type: "node", status: "online", maxmem: 64 * gigabyte };
const nodes = [
  { ...online, node: "one", mem: 60 * gigabyte, maxcpu: 16 },
  { ...online, node: "two", mem: 8 * gigabyte, maxcpu: 32 },
  { type: "node", node: "three", status: "offline" },
];
const lvm = { type: "storage", storage: "local-lvm", content: "images,rootdir", maxdisk: 400 * gigabyte };
const storages = [
  { ...lvm, node: "one", storage: "local", content: "iso,backup", disk: gigabyte },
  { ...lvm, node: "one", disk: 100 * gigabyte },
  { ...lvm, node: "two", disk: 100 * gigabyte },
];

/** A task is done after this many polls. */
const taskQuestions = 2;
const token = "cabinet@pve!standin=00000000-0000-4000-8000-00000000cafe";
const template = {
  node: "one",
  name: "windows",
  status: "stopped" as const,
  template: 1 as const,
  lock: false,
};

/**
 * A fake Proxmox VE server: two nodes, one template, tasks that take time; rejects calls and parameters that are not
 * in its description.
 */
export async function startProxmox(watch?: Watch): Promise<ProxmoxStandIn> {
  const apiSpec = JSON.parse(
    await readFile(new URL("./proxmox-api-spec.json", import.meta.url), "utf8"),
  ) as ApiSpec;
  const machines = new Map<number, StandInMachine>([
    [
      9000,
      {
        ...template,
        vmid: 9000,
        snapshots: new Map(),
        config: { scsi0: "local-lvm:vm-9000-disk-0,size=20G" },
      },
    ],
  ]);
  const tasks = new Map<string, StandInTask>();
  const clones: number[] = [];
  const rollbacks: string[] = [];
  const tickets = new Set<string>();
  const ok = (data: unknown): Answered => ({ status: 200, body: { data } });
  const no = (status: number, message: string): Answered => ({ status, body: { data: null, message } });

  const begin = (node: string, what: string, work: () => void): Answered => {
    const number = (tasks.size + 1).toString(16).toUpperCase().padStart(8, "0");
    const upid = `UPID:${node}:${number}:00000001:6A000000:${what}:cabinet@pve!standin:`;
    tasks.set(upid, { left: taskQuestions, exitstatus: null, work });
    return ok(upid);
  };

  const serve = (endpoint: string, values: string[], form: URLSearchParams): Answered => {
    if (endpoint === "GET /version") return ok({ version: "9.1.3", release: "9.1", repoid: "stand-in" });
    if (endpoint === "GET /cluster/resources" && form.get("type") === "node") return ok(nodes);
    if (endpoint === "GET /cluster/resources" && form.get("type") === "storage") return ok(storages);
    if (endpoint === "GET /cluster/resources")
      return ok(
        [...machines.values()].map(({ config: _, lock: __, snapshots: ___, ...machine }) => ({
          type: "qemu",
          ...machine,
        })),
      );
    if (endpoint === "GET /nodes/{node}/tasks/{upid}/status") return taskStatus(values[1] ?? "");
    const [node = "", id = ""] = values;
    const machine = machines.get(Number(id));
    if (machine?.node !== node)
      return no(500, `Configuration file 'nodes/${node}/qemu-server/${id}.conf' does not exist`);
    if (machine.lock && endpoint !== "GET /nodes/{node}/qemu/{vmid}/config")
      return no(500, "VM is locked (clone)");
    if (/snapshot|vnc/.test(endpoint)) return serveBesides(endpoint, machine, values[2] ?? "", form);
    return serveMachine(endpoint, machine, form);
  };

  const taskStatus = (upid: string): Answered => {
    const task = tasks.get(upid);
    if (!task) return no(500, "unable to parse worker upid");
    const { exitstatus } = task;
    return ok(exitstatus ? { upid, status: "stopped", exitstatus } : { upid, status: "running" });
  };

  /** Advances the tasks with every request. */
  const tick = () => {
    for (const task of tasks.values()) {
      if (task.exitstatus || task.left-- > 0) continue;
      task.exitstatus = state.failNext ?? "OK";
      state.failNext = null;
      if (task.exitstatus === "OK") task.work();
    }
  };

  const serveMachine = (endpoint: string, machine: StandInMachine, form: URLSearchParams): Answered => {
    const { node, vmid } = machine;
    switch (endpoint.split("/").at(-1)) {
      case "clone": {
        const newid = Number(form.get("newid"));
        if (machines.has(newid)) return no(500, `unable to create VM ${newid} - VM ${newid} already exists`);
        clones.push(newid);
        const clone: StandInMachine = {
          vmid: newid,
          node: form.get("target") ?? node,
          name: form.get("name") ?? "",
          status: "stopped",
          template: 0,
          lock: true,
          config: { ...machine.config },
          snapshots: new Map(),
        };
        machines.set(newid, clone);
        return begin(node, `qmclone:${vmid}`, () => {
          clone.lock = false;
        });
      }
      case "config":
        if (endpoint.startsWith("GET")) return ok({ ...machine.config, name: machine.name });
        return begin(node, `qmconfig:${vmid}`, () => Object.assign(machine.config, Object.fromEntries(form)));
      case "resize":
        return begin(node, `resize:${vmid}`, () => {
          const disk = form.get("disk") ?? "";
          machine.config[disk] = (machine.config[disk] ?? "").replace(/size=\w+/, `size=${form.get("size")}`);
        });
      case "start":
      case "reboot":
        return begin(node, `qmstart:${vmid}`, () => {
          machine.status = "running";
        });
      case "shutdown":
        return begin(node, `qmshutdown:${vmid}`, () => {
          machine.status = "stopped";
        });
      default:
        if (machine.status === "running") return no(500, `VM ${vmid} is running - destroy failed`);
        return begin(node, `qmdestroy:${vmid}`, () => machines.delete(vmid));
    }
  };

  const serveBesides = (
    endpoint: string,
    machine: StandInMachine,
    snapname: string,
    form: URLSearchParams,
  ): Answered => {
    const { node, vmid, snapshots } = machine;
    const snapshot = snapshots.get(snapname);
    switch (endpoint.replace("/nodes/{node}/qemu/{vmid}/", "")) {
      case "GET snapshot":
        return ok([
          ...[...snapshots].map(([name, { snaptime }]) => ({ name, snaptime, vmstate: 0, description: "" })),
          { name: "current", running: machine.status === "running" ? 1 : 0, digest: "d" },
        ]);
      case "POST snapshot": {
        const name = form.get("snapname") ?? "";
        if (snapshots.has(name)) return no(500, `snapshot name '${name}' already used`);
        // it exists immediately, and is ready when its task is over
        snapshots.set(name, { config: { ...machine.config }, snaptime: 1_772_445_600 + snapshots.size });
        machine.lock = true;
        return begin(node, `qmsnapshot:${vmid}`, () => {
          machine.lock = false;
        });
      }
      case "POST snapshot/{snapname}/rollback":
        if (!snapshot) return no(500, `snapshot '${snapname}' does not exist`);
        machine.lock = true;
        return begin(node, `qmrollback:${vmid}`, () => {
          rollbacks.push(snapname);
          Object.assign(machine, { lock: false, status: "stopped", config: { ...snapshot.config } });
        });
      case "DELETE snapshot/{snapname}":
        if (!snapshot) return no(500, `snapshot '${snapname}' does not exist`);
        return begin(node, `qmdelsnapshot:${vmid}`, () => snapshots.delete(snapname));
      case "POST vncproxy":
        tickets.add(`PVEVNC:${tickets.size}`);
        return ok({
          port: "5900",
          ticket: `PVEVNC:${tickets.size - 1}`,
          user: "cabinet@pve",
          upid: "UPID:",
          cert: "",
        });
      default:
        return tickets.delete(form.get("vncticket") ?? "") ? ok({}) : no(401, "invalid PVEVNC ticket");
    }
  };

  const routes = Object.keys(apiSpec).map((endpoint) => {
    const [method = "", path = ""] = endpoint.split(" ");
    return {
      call: endpoint,
      method,
      pattern: new RegExp(`^/api2/json${path.replace(/\{\w+\}/g, "([^/]+)")}$`),
    };
  });
  const answer = ({ method, path, query, headers, body }: VendorRequest): Answered => {
    tick();
    if (headers.get("authorization") !== `PVEAPIToken=${token}`) return no(401, "no ticket");
    const route = routes.find((known) => known.method === method && known.pattern.test(path));
    if (!route) return no(501, `Method '${method} ${path}' not implemented`);
    const form = method === "POST" || method === "PUT" ? new URLSearchParams(body) : query;
    const wrong = mistake(apiSpec[route.call] ?? {}, form);
    if (wrong) return no(400, wrong);
    const values = route.pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
    return serve(route.call, values, form);
  };
  const state: ProxmoxStandIn = {
    farEnd: await startFakeVendor(answer, watch),
    token,
    machines,
    clones,
    rollbacks,
    failNext: null,
  };
  return state;
}

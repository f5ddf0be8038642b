import { execFile } from "node:child_process";
import type { LibvirtSettings } from "./settings";

/**
 * Runs one virsh command and returns its output. @throws {VirshError} if virsh reports an error, other errors if it
 * did not finish.
 */
export type RunVirsh = (args: readonly string[]) => Promise<string>;

/** The error output of virsh, without the command. */
export class VirshError extends Error {
  constructor(readonly output: string) {
    super(
      `virsh: ${output
        .replace(/^error: /gm, "")
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, 200)}`,
    );
    this.name = "VirshError";
  }
}

/** Shorter than the time that one process leases an order. */
const timeoutMilliseconds = 30_000;

/** Runs virsh as a program, in the language that its output is parsed in. */
export const virshOf =
  (uri: string): RunVirsh =>
  (args) =>
    new Promise((resolve, reject) => {
      execFile(
        "env",
        ["LC_ALL=C", "virsh", "--quiet", "--connect", uri, ...args],
        { timeout: timeoutMilliseconds, maxBuffer: 16 * 1024 * 1024 },
        (error, stdout, stderr) => {
          if (!error) resolve(stdout);
          else if (error.code === 1) reject(new VirshError(stderr));
          else if (error.code === 127) reject(new Error("virsh is not installed here"));
          else reject(new Error(`virsh did not end by itself (${error.signal ?? error.code})`));
        },
      );
    });

export type Domain = { name: string; uuid: string; isRunning: boolean };

const lines = (text: string) => text.split("\n").flatMap((line) => line.trim() || []);

/** Returns the numbers of lines such as `Memory size:   65536 KiB`, by name. */
const numbersIn = (text: string) =>
  new Map(
    lines(text).map((line) => {
      const [name = "", value = ""] = line.split(":");
      return [name.trim(), Number.parseInt(value, 10)] as const;
    }),
  );

/** The libvirt commands for our machines. */
export function virshClient(run: RunVirsh, { pool }: Pick<LibvirtSettings, "pool">) {
  return {
    run,
    /** `QEMU 7.2.0`. */
    version: async () =>
      /Running hypervisor: (.+)/.exec(await run(["version"]))?.[1] ?? "of no known version",
    /** The host's processors and memory in kibibytes; `freeKib` is null if the driver can't tell. */
    hardware: async () => {
      const info = numbersIn(await run(["nodeinfo"]));
      const stats = await run(["nodememstats"]).catch((error: unknown) => {
        if (error instanceof VirshError) return "";
        throw error;
      });
      const memory = numbersIn(stats);
      const kib = (name: string) => memory.get(name) ?? 0;
      return {
        processors: info.get("CPU(s)") ?? null,
        totalKib: info.get("Memory size") ?? Number.NaN,
        // caches are given up when a machine needs the memory
        freeKib: stats === "" ? null : kib("free") + kib("buffers") + kib("cached"),
      };
    },
    /** Bytes of the storage pool. */
    poolSpace: async () => {
      const bytes = numbersIn(await run(["pool-info", "--bytes", pool]));
      return { total: bytes.get("Capacity") ?? Number.NaN, free: bytes.get("Available") ?? Number.NaN };
    },
    host: async () => (await run(["hostname"])).trim(),

    domains: async (): Promise<Domain[]> => {
      const running = new Set(lines(await run(["list", "--name"])));
      return lines(await run(["list", "--all", "--name", "--uuid"])).map((line) => {
        const [uuid = "", ...rest] = line.split(/\s+/);
        const name = rest.join(" ");
        return { name, uuid, isRunning: running.has(name) };
      });
    },

    volumes: async () => new Set(lines(await run(["vol-list", pool])).map((line) => line.split(/\s{2,}/)[0])),
    /** In bytes. */
    capacity: async (volume: string) =>
      Number(/^Capacity:\s+(\d+)/m.exec(await run(["vol-info", "--bytes", "--pool", pool, volume]))?.[1]),
    /** Creates a disk that is based on the template and uses space only for differences. */
    makeDisk: (volume: string, template: string, bytes: number) =>
      run([
        ...["vol-create-as", pool, volume, String(bytes), "--format", "qcow2"],
        ...["--backing-vol", template, "--backing-vol-format", "qcow2"],
      ]),
    makeRaw: (volume: string, bytes: number) =>
      run(["vol-create-as", pool, volume, String(bytes), "--format", "raw"]),
    fill: (volume: string, path: string) => run(["vol-upload", "--pool", pool, volume, path]),
    grow: (volume: string, bytes: number) => run(["vol-resize", "--pool", pool, volume, String(bytes)]),
    removeVolume: (volume: string) => run(["vol-delete", "--pool", pool, volume]),
  };
}

export type VirshClient = ReturnType<typeof virshClient>;

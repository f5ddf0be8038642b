import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { libvirt } from "#api/integrations/provisioner/libvirt/index";
import type { RunVirsh } from "#api/integrations/provisioner/libvirt/virsh";
import { VirshError, virshOf } from "#api/integrations/provisioner/libvirt/virsh";
import { installPackages } from "#api/testing/install-packages";
import type { FarMachine, HypervisorFixture } from "./shared-tests";
import { addresses, firstId } from "./shared-tests";

export type LibvirtFixture = HypervisorFixture & {
  run: RunVirsh;
  /** The data written onto volumes. */
  drives: Map<string, Buffer>;
  /** All executed commands, with their arguments. */
  questions: string[][];
  /** Machines ignore a request to stop. */
  isDeaf: boolean;
};

const packages = ["libvirt-clients", "libvirt-daemon", "xorriso"];
const programs = ["/usr/bin/virsh", "/usr/sbin/libvirtd", "/usr/bin/xorrisofs"];

/** Installs Debian's libvirt, like the other programs of slow tests. */
export function installLibvirt(): boolean {
  const isThere = () => programs.every((program) => existsSync(program));
  if (isThere()) return true;
  installPackages(...packages);
  return isThere();
}

const pool = "default-pool";
export const settings = {
  pool,
  network: "default",
  templates: new Map([["Windows Server 2022", "windows.qcow2"]]),
  addresses,
  firstId,
};

/**
 * Starts libvirtd with libvirt's own test driver, which has domains, volumes and their states, but no machines. The
 * driver forgets everything when its last connection closes, so one stays open. It can't fill or resize a volume:
 * these two commands are faked.
 */
export async function startLibvirt(): Promise<LibvirtFixture> {
  const { uri, close } = await startDaemon();
  const virsh = virshOf(uri);
  await virsh(["vol-create-as", pool, "windows.qcow2", "5G", "--format", "qcow2"]);
  let [requestCount, creations] = [0, 0];
  let fault: { at: number; kind: "away" | "lost" | "error" } | null = null;
  const drives = new Map<string, Buffer>();
  const questions: string[][] = [];

  const serve: RunVirsh = async (args) => {
    const [command, ...rest] = args;
    if (command === "shutdown" && fixture.isDeaf) return "";
    if (command === "vol-upload") {
      const [, , volume = "", path = ""] = rest;
      await virsh(["vol-info", "--pool", pool, volume]);
      drives.set(volume, await readFile(path));
      return "";
    }
    if (command === "vol-resize") {
      const [, , volume = "", bytes = ""] = rest;
      await virsh(["vol-delete", "--pool", pool, volume]);
      return virsh(["vol-create-as", pool, volume, bytes, "--format", "qcow2"]);
    }
    const output = await virsh(args);
    if (command === "vol-create-as" && args.includes("--backing-vol")) creations++;
    return output;
  };

  const run: RunVirsh = async (args) => {
    const kind = fault?.at === requestCount++ ? fault.kind : null;
    questions.push([...args]);
    if (kind === "away") throw new Error("virsh did not end by itself (SIGTERM)");
    if (kind === "error") throw new VirshError("error: Disconnected from the host due to end of file");
    const output = await serve(args);
    if (kind === "lost") throw new Error("virsh did not end by itself (SIGTERM)");
    return output;
  };

  async function machine(name: string): Promise<FarMachine> {
    const [about, volumes] = await Promise.all([virsh(["dominfo", name]), virsh(["vol-list", pool])]);
    const attributeOf = (what: string) => new RegExp(`^${what}:\\s+(.*)$`, "m").exec(about)?.[1];
    const disk = new RegExp(`${name}-\\w+\\.qcow2`).exec(volumes)?.[0];
    const bytes = disk ? await virsh(["vol-info", "--bytes", "--pool", pool, disk]) : "";
    return {
      name,
      isRunning: attributeOf("State") === "running",
      processor: Number(attributeOf("CPU\\(s\\)")),
      diskGb: Number(/Capacity:\s+(\d+)/.exec(bytes)?.[1]) / 1024 ** 3,
      startsByItself: attributeOf("Autostart") === "enable",
    };
  }

  const fixture: LibvirtFixture = {
    run,
    drives,
    questions,
    isDeaf: false,
    hypervisor: (clock) => libvirt({ ...settings, uri }, clock, run),
    machines: async () => {
      const names = (await virsh(["list", "--all", "--name"]))
        .split("\n")
        .filter((name) => /^vps-/.test(name));
      return Promise.all(names.map(machine));
    },
    requestCount: () => requestCount,
    creationCount: () => creations,
    failAt: (at, kind) => {
      fault = { at, kind };
    },
    addForeignMachine: async () => {
      const description = await virsh(["dumpxml", "test"]);
      const path = join(tmpdir(), `strange-${process.pid}.xml`);
      const strange = description
        .replace("<name>test<", "<name>vps-10001<")
        .replace(/<uuid>.*<\/uuid>/, "<uuid>6695eb01-f6a4-8304-79aa-97f2502e0000</uuid>");
      await writeFile(path, strange);
      await virsh(["define", path]);
      await virsh(["start", "vps-10001"]);
      await rm(path);
    },
    close,
  };
  return fixture;
}

const startMilliseconds = 30_000;

/**
 * If the test runs as root, starts the daemon as nobody: a system-wide daemon would change the machine's real
 * networks.
 */
async function startDaemon() {
  const home = await mkdtemp(join(tmpdir(), "libvirt-"));
  await mkdir(join(home, "run"), { mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  const nobody = Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" }));
  if (isRoot) for (const folder of [home, join(home, "run")]) await chown(folder, nobody, nobody);
  await chmod(home, 0o711);
  const as = isRoot ? ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"] : [];
  const homes = ["env", `HOME=${home}`, `XDG_RUNTIME_DIR=${join(home, "run")}`];
  const [program = "", ...args] = [...as, ...homes, "libvirtd", "--config", "/dev/null", "--timeout", "600"];
  const daemon = spawn(program, args, { stdio: "ignore" });
  const socket = join(home, "run/libvirt/libvirt-sock");
  const uri = `test+unix:///default?socket=${socket}`;
  const until = Date.now() + startMilliseconds;
  while (!existsSync(socket)) {
    if (daemon.exitCode !== null || Date.now() > until) throw new Error("libvirtd did not start");
    await pause(100);
  }
  const keepAliveClient = spawn("virsh", ["--quiet", "--connect", uri], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  keepAliveClient.stdin.write("echo held\n");
  await once(keepAliveClient.stdout, "data");
  const end = async (child: ChildProcess) => {
    const ended = once(child, "exit");
    if (child.exitCode === null && child.kill("SIGTERM")) await ended;
  };
  const close = async () => {
    await end(keepAliveClient);
    await end(daemon);
    await rm(home, { recursive: true, force: true });
  };
  return { uri, close };
}

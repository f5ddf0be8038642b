import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { respondsOk } from "#e2e/support/responds-ok";

export type User = { uid: number; gid: number };

export function userOf(name: string): User {
  const readId = (what: string) => Number(execFileSync("id", [what, name], { encoding: "utf8" }));
  return { uid: readId("-u"), gid: readId("-g") };
}

type RunOptions = { user?: User; cwd?: string; env?: Record<string, string | undefined> };

/** Manages named processes with their output in files of `folder`. */
export function processesIn(folder: string) {
  const children = new Map<string, ChildProcess>();
  const outputOf = (name: string) => readFileSync(join(folder, `${name}.log`), "utf8");
  return {
    outputOf,
    run(name: string, command: string, args: string[], { user, cwd = "/", env = {} }: RunOptions): void {
      const output = openSync(join(folder, `${name}.log`), "a");
      const surroundings = { NODE_ENV: "production" as const, PATH: process.env.PATH, ...env };
      children.set(
        name,
        spawn(command, args, { ...user, cwd, env: surroundings, stdio: ["ignore", output, output] }),
      );
      closeSync(output);
    },
    signal(name: string, signal: NodeJS.Signals): void {
      children.get(name)?.kill(signal);
    },
    /** Returns the id of a running process. */
    pidOf: (name: string) => children.get(name)?.pid,
    /** Stops a process like systemd: the unit's own command (`ExecStop`), a signal, and after 15 seconds SIGKILL. */
    async stop(name: string, { signal = "SIGTERM" as NodeJS.Signals, command = "" } = {}): Promise<void> {
      const child = children.get(name);
      children.delete(name);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      if (command)
        await once(
          spawn("sh", ["-c", command], { env: { ...process.env, MAINPID: String(child.pid) } }),
          "exit",
        );
      const ended = once(child, "exit");
      child.kill(signal);
      const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
      await ended;
      clearTimeout(timer);
    },
    async untilItAnswers(url: string, name: string): Promise<void> {
      for (let step = 0; step < 900; step++) {
        if (await respondsOk(url)) return;
        await pause(100);
      }
      throw new Error(`${name} does not answer: ${outputOf(name).slice(-1000)}`);
    },
  };
}

export type Processes = ReturnType<typeof processesIn>;

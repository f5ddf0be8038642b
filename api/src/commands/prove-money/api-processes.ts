import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#api/commands/free-port";

const startMilliseconds = 60_000;

export type ApiProcess = {
  readonly origin: string;
  isReady: boolean;
  /** kill -9, and a new one in its place. */
  replace: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts an API in a process of its own; `onDeath` hears of every end that nobody asked for. */
export async function startApiProcess(
  script: string,
  environment: Record<string, string>,
  onDeath: (what: string) => void,
): Promise<ApiProcess> {
  const port = await freePort();
  let child: ChildProcess;
  let isWanted = true;
  const api: ApiProcess = {
    origin: `http://127.0.0.1:${port}`,
    isReady: false,
    replace,
    stop: () => end("SIGTERM"),
  };
  await launch();
  return api;

  async function launch(): Promise<void> {
    const started = spawn(process.execPath, ["--import", "tsx", script], {
      env: { ...process.env, ...environment, PORT: String(port), HOST: "127.0.0.1" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    child = started;
    isWanted = true;
    started.once("exit", (code, signal) => {
      api.isReady = false;
      if (isWanted) onDeath(`an API process ended by itself (${signal ?? code})`);
    });
    const until = Date.now() + startMilliseconds;
    while (started.exitCode === null && Date.now() < until) {
      api.isReady = await fetch(`${api.origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (api.isReady) return;
      await pause(50);
    }
    if (isWanted) onDeath("an API process did not start");
  }

  async function replace(): Promise<void> {
    await end("SIGKILL");
    await launch();
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    isWanted = false;
    api.isReady = false;
    if (child.exitCode !== null || child.signalCode) return;
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  }
}

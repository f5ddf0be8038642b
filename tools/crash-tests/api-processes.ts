import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#api/cli/free-port";

const startMilliseconds = 120_000;
const timeoutMs = 4_000;

export type ApiProcess = {
  readonly origin: string;
  isReady: boolean;
  /** Runs kill -9 and starts a new process. */
  replace: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts an API from a bundled script in a separate process and restarts it when it exits; `onDeath` reports every
 * unexpected exit.
 */
export async function startApiProcess(
  script: string,
  environment: Record<string, string>,
  onDeath: (what: string) => void,
): Promise<ApiProcess> {
  const port = await freePort();
  let child: ChildProcess;
  let isExpectedToRun = true;
  const api: ApiProcess = {
    origin: `http://127.0.0.1:${port}`,
    isReady: false,
    replace,
    stop: () => end("SIGTERM"),
  };
  void launch();
  const until = Date.now() + startMilliseconds;
  while (!api.isReady && Date.now() < until) await pause(50);
  if (!api.isReady) onDeath("an API process did not start");
  return api;

  async function launch(): Promise<void> {
    const started = spawn(process.execPath, [script], {
      env: { ...process.env, ...environment, PORT: String(port), HOST: "127.0.0.1" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    child = started;
    isExpectedToRun = true;
    started.once("exit", (code, signal) => {
      api.isReady = false;
      if (child !== started || !isExpectedToRun) return;
      onDeath(`an API process ended by itself (${signal ?? code})`);
      void launch();
    });
    // keeps polling: it may get ready late, or again after an outage
    while (child === started && isExpectedToRun && started.exitCode === null && !started.signalCode) {
      api.isReady = await fetch(`${api.origin}/readyz`, {
        signal: AbortSignal.timeout(timeoutMs),
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      await pause(api.isReady ? 500 : 50);
    }
  }

  async function replace(): Promise<void> {
    await end("SIGKILL");
    void launch();
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    isExpectedToRun = false;
    api.isReady = false;
    if (child.exitCode !== null || child.signalCode) return;
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  }
}

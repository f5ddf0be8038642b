import type { ChildProcess } from "node:child_process";
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#api/cli/free-port";
import type { FakeVendorProcess, Moment } from "./fake-vendor-process";
import { startFakeVendorProcess } from "./fake-vendor-process";
import { untilItAnswers } from "./global-setup";

/**
 * The cabinet as `npm start` runs it, with an embedded PostgreSQL and with fake Stripe and Proxmox in other
 * processes.
 */
export type CrashHarness = {
  origin: string;
  dataDir: string;
  stripe: FakeVendorProcess;
  proxmox: FakeVendorProcess;
  /** Kinds of vendor requests at which it was killed, once each: `POST /v1/checkout/sessions`. */
  killedAt: ReadonlySet<string>;
  /** Runs `kill -9`, advances time by a minute and restarts the cabinet. */
  kill: () => Promise<void>;
  /** Resolves when it responds again after a kill. */
  whenUp: () => Promise<void>;
  /** Returns the errors in the ledger. */
  books: () => Promise<unknown>;
  stop: () => Promise<void>;
};

/** Drops ids and the node of a task from a request, so that requests for different objects count as one kind. */
const kindOf = (question: string) =>
  question.replace(/\bcs_test_\d+|\bpi_\d+/, "…").replace(/[^/]+\/tasks\/[^/]+/, "…/tasks/…");

/**
 * Starts the cabinet. It is killed once at each kind of vendor request at the moment `killsAt`: before the request is
 * processed, or after processing and before the response.
 */
export async function crashHarness(killsAt: Moment): Promise<CrashHarness> {
  const dataDir = mkdtempSync(join(tmpdir(), "crash-harness-"));
  // the user that PostgreSQL runs as needs access
  chmodSync(dataDir, 0o711);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const killedAt = new Set<string>();
  let cabinet: ChildProcess | undefined;
  let log = "";
  let canBeKilled = false;
  let died: Promise<void> = Promise.resolve();
  let isUp: Promise<void> = Promise.resolve();

  const onRequest = async (question: string, moment: Moment) => {
    const kind = kindOf(question);
    if (!canBeKilled || moment !== killsAt || killedAt.has(kind)) return "goOn" as const;
    killedAt.add(kind);
    void kill();
    await died;
    return "lose" as const;
  };
  const callback = `http://127.0.0.1:${port}/api/payments/callback/stripe`;
  const [stripe, proxmox, time] = await Promise.all([
    startFakeVendorProcess(["stripe", callback], onRequest),
    startFakeVendorProcess(["proxmox"], onRequest),
    startTime(dataDir),
  ]);

  async function start(): Promise<void> {
    const child = spawn(process.execPath, ["bin/serve.mjs"], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        PUBLIC_ORIGIN: origin,
        NODE_ENV: "production",
        LOG_LEVEL: "warn",
        SESSION_SECRET: "only for a house that is killed again and again",
        ...stripe.settings,
        ...proxmox.settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const output of [child.stdout, child.stderr])
      output.on("data", (text: Buffer) => {
        log += text;
      });
    cabinet = child;
    // don't wait for a process that is killed during start-up
    const ended = once(child, "exit").then(() => {
      if (!child.killed) throw new Error(`The cabinet has ended\n${log.slice(-3000)}`);
    });
    // a cabinet that exits on its own fails the test
    ended.catch((error: unknown) => {
      isUp = Promise.reject(error);
      isUp.catch(() => {});
    });
    await Promise.race([untilItAnswers(`${origin}/readyz`, child), ended]);
  }

  async function end(): Promise<void> {
    if (!cabinet || cabinet.exitCode !== null || cabinet.signalCode) return;
    const ended = once(cabinet, "exit");
    cabinet.kill("SIGKILL");
    await ended;
  }

  function kill(): Promise<void> {
    canBeKilled = false;
    died = end();
    const down = died;
    isUp = isUp
      .then(() => down)
      .then(() => time.tell("pass"))
      .then(() => {
        canBeKilled = true;
        return start();
      });
    return isUp;
  }

  await start();
  return {
    origin,
    dataDir,
    stripe,
    proxmox,
    killedAt,
    kill,
    whenUp: async () => {
      for (let seen: Promise<void> | undefined; seen !== isUp; ) {
        seen = isUp;
        await seen;
      }
    },
    books: () => time.tell("books"),
    stop: async () => {
      canBeKilled = false;
      await isUp.catch(() => {});
      await end();
      await Promise.all([stripe.stop(), proxmox.stop(), time.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the process that holds PostgreSQL and advances time by minutes. */
async function startTime(dataDir: string) {
  const child = fork("e2e/support/database-process.ts", [dataDir], { execArgv: ["--import", "tsx"] });
  const answer = async () => {
    const [message] = (await once(child, "message")) as [{ done: string; wrong?: unknown }];
    return message.wrong;
  };
  await answer();
  return {
    tell: async (what: "pass" | "books") => {
      const answered = answer();
      child.send(what);
      return answered;
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

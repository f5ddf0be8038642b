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

/** The cabinet as `npm start` runs it, over a private PostgreSQL, between a Stripe and a Proxmox of other processes. */
export type CrashHarness = {
  origin: string;
  dataDir: string;
  stripe: FakeVendorProcess;
  proxmox: FakeVendorProcess;
  /** Each kind of question to a far end at which it was killed, once each: `POST /v1/checkout/sessions`. */
  killedAt: ReadonlySet<string>;
  /** `kill -9`, a minute, and the same again. */
  kill: () => Promise<void>;
  /** It answers, where it was killed before. */
  whenUp: () => Promise<void>;
  /** What is wrong in the ledger. */
  books: () => Promise<unknown>;
  stop: () => Promise<void>;
};

/** Ids of a question are left out, and where a task runs: what is asked about two of them is one kind of question. */
const kindOf = (question: string) =>
  question.replace(/\bcs_test_\d+|\bpi_\d+/, "…").replace(/[^/]+\/tasks\/[^/]+/, "…/tasks/…");

/** Starts the house; it is killed at the moment `killsAt` of each kind of question to a far end, which then is not done or not answered. */
export async function crashHarness(killsAt: Moment): Promise<CrashHarness> {
  const dataDir = mkdtempSync(join(tmpdir(), "crash-harness-"));
  // whoever PostgreSQL runs as must come in
  chmodSync(dataDir, 0o711);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const killedAt = new Set<string>();
  let cabinet: ChildProcess | undefined;
  let log = "";
  let isMortal = false;
  let died: Promise<void> = Promise.resolve();
  let isUp: Promise<void> = Promise.resolve();

  const onRequest = async (question: string, moment: Moment) => {
    const kind = kindOf(question);
    if (!isMortal || moment !== killsAt || killedAt.has(kind)) return "goOn" as const;
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
    // killed while it starts, it is not waited for
    const ended = once(child, "exit").then(() => {
      if (!child.killed) throw new Error(`The cabinet has ended\n${log.slice(-3000)}`);
    });
    // one that ends by itself is no house that is killed and started again
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
    isMortal = false;
    died = end();
    const down = died;
    isUp = isUp
      .then(() => down)
      .then(() => time.tell("pass"))
      .then(() => {
        isMortal = true;
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
      isMortal = false;
      await isUp.catch(() => {});
      await end();
      await Promise.all([stripe.stop(), proxmox.stop(), time.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The process that holds PostgreSQL and has minutes go by. */
async function startTime(dataDir: string) {
  const child = fork("e2e/support/passing-time.ts", [dataDir], { execArgv: ["--import", "tsx"] });
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

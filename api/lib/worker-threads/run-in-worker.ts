import { realpathSync } from "node:fs";
import { basename, join } from "node:path";
import type { Transferable } from "node:worker_threads";
import { Worker } from "node:worker_threads";
import { partOfMachine } from "#api/lib/processes";
import { semaphore } from "#api/lib/semaphore";

/** What a thread runs: the address of a built program, or its text. */
type Program = { file: string } | { text: string };

/** Found once: another build does not change what this process runs (`bin/build.mjs`). */
const programs = import.meta.env?.PROD ? realpathSync("build/programs") : "";
const builtProgram = (name: string) => join(programs, `${name}.js`);

const texts = new Map<string, Promise<string>>();

/**
 * All that a thread with this task runs. `npm run build` makes it; from the sources it is bundled once in a process, since a thread that
 * loads a hundred sources one by one needs a second for it, and each reading has a thread of its own.
 *
 * @param file a module that calls `serve(run)`, from the project's root
 */
async function programOf(file: string): Promise<Program> {
  if (import.meta.env?.PROD) return { file: builtProgram(basename(file, ".ts")) };
  const text = texts.get(file) ?? bundle(file);
  texts.set(file, text);
  text.catch(() => texts.delete(file));
  return { text: await text };
}

async function bundle(file: string): Promise<string> {
  // an installation that serves a build does not have it
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    external: ["sharp"],
    write: false,
    platform: "node",
    target: "node20",
    format: "cjs",
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

/** Work that may stop the event loop or eat the memory: a module of ours that calls `serve(run)`, and what it may take. */
export type Task = {
  /** From the project's root. */
  file: string;
  memoryMb: number;
  seconds: number;
};

/** What a thread takes in, and what of it is handed over instead of copied. Made when its turn comes, so that waiting costs nothing. */
export type Handover<Input> = { input: Input; transfer?: readonly Transferable[] };

/** A thread that did not come to its end: it took too long, too much, or broke. */
export class WorkerStopped extends Error {
  constructor(
    readonly reason: "time" | "memory" | "broken",
    details = "",
  ) {
    super(`The worker thread was stopped: ${reason} ${details}`);
  }
}

type FromWorker =
  | { kind: "piece"; piece: unknown }
  | { kind: "done"; output: unknown }
  | { kind: "failed"; message: string };

/** Threads of a machine at once, and one of a process at least; the others wait for their turn. */
const threads = semaphore({ concurrency: partOfMachine(2), maxWaiting: Number.POSITIVE_INFINITY });

/**
 * Runs a task in a thread of its own: no other work waits for it, its memory and time are bounded, and what it leaves behind goes
 * with it. Pieces that it emits are taken one by one; it waits until each was.
 *
 * @throws WorkerStopped
 */
export async function runInWorker<Input, Piece, Output>(
  { file, memoryMb, seconds }: Task,
  handover: () => Promise<Handover<Input>> | Handover<Input>,
  take: (piece: Piece) => Promise<void> | void = () => undefined,
): Promise<Output> {
  const release = await threads.acquire();
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    const program = await programOf(file);
    const { input, transfer = [] } = await handover();
    const thread = new Worker("file" in program ? program.file : program.text, {
      eval: "text" in program,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
      execArgv: [],
      stdin: false,
    });
    worker = thread;
    return await new Promise<Output>((resolve, reject) => {
      timer = setTimeout(() => reject(new WorkerStopped("time", `after ${seconds} s`)), seconds * 1000);
      thread.on("error", (error: NodeJS.ErrnoException) =>
        reject(
          new WorkerStopped(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "broken", error.message),
        ),
      );
      thread.on("exit", (code) => reject(new WorkerStopped("broken", `exit ${code}`)));
      thread.on("message", async (message: FromWorker) => {
        if (message.kind === "done") resolve(message.output as Output);
        else if (message.kind === "failed") reject(new WorkerStopped("broken", message.message));
        else {
          try {
            await take(message.piece as Piece);
            thread.postMessage({ kind: "taken" });
          } catch (error) {
            reject(error);
          }
        }
      });
      thread.postMessage({ kind: "run", input }, [...transfer]);
    });
  } finally {
    clearTimeout(timer);
    await worker?.terminate();
    release();
  }
}

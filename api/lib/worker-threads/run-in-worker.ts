import { realpathSync } from "node:fs";
import { basename, join } from "node:path";
import type { Transferable } from "node:worker_threads";
import { Worker } from "node:worker_threads";
import { partOfMachine } from "#api/lib/processes";
import { semaphore } from "#api/lib/semaphore";

/** A thread's program: the path of a built file, or its text. */
type Program = { file: string } | { text: string };

/** Resolved once, so that a new build does not change what this process runs (`bin/build.mjs`). */
const programs = import.meta.env?.PROD ? realpathSync("build/programs") : "";
const builtProgram = (name: string) => join(programs, `${name}.js`);

const texts = new Map<string, Promise<string>>();

/**
 * Returns the program of a task's thread. `npm run build` creates it. From the sources it is bundled once per
 * process, because loading a hundred sources takes a thread a second, and each parse has its own thread.
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
  // esbuild is not installed where a build is served
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

/**
 * Work that could block the event loop or use too much memory: a module of ours that calls `serve(run)`, and its
 * limits.
 */
export type Task = {
  /** From the project's root. */
  file: string;
  memoryMb: number;
  seconds: number;
};

/**
 * A thread's input, and the parts of it that are transferred instead of copied. Created when the thread starts, so
 * that waiting tasks use no memory.
 */
export type Handover<Input> = { input: Input; transfer?: readonly Transferable[] };

/** A thread that did not finish: it took too much time or memory, or failed. */
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

/** Threads per machine, and at least one per process; others wait. */
const threads = semaphore({ concurrency: partOfMachine(2), maxWaiting: Number.POSITIVE_INFINITY });

/**
 * Runs a task in a separate thread: it blocks no other work, its memory and time are limited, and its memory is freed
 * with it. Pieces that it emits are consumed one by one, and it waits for each.
 *
 * @throws WorkerStopped
 */
export async function runInWorker<Input, Piece, Output>(
  { file, memoryMb, seconds }: Task,
  handover: () => Promise<Handover<Input>> | Handover<Input>,
  take: (chunk: Piece) => Promise<void> | void = () => undefined,
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

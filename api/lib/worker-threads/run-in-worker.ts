import type { Transferable } from "node:worker_threads";
import { Worker } from "node:worker_threads";
import { partOfMachine } from "#api/lib/processes";
import { semaphore } from "#api/lib/semaphore";
import { programOf } from "./program";

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

import { parentPort } from "node:worker_threads";

type Run<Input, Piece> = (input: Input, emit: (chunk: Piece) => Promise<void>) => unknown;

/** Runs the thread's task; a task's module calls it at its end. */
export function serve<Input, Piece>(run: Run<Input, Piece>): void {
  const port = parentPort;
  if (!port) throw new Error("This runs in a worker thread.");
  let acknowledged = () => {};
  /** Sends a piece and waits until it is taken (backpressure). */
  const emit = (piece: Piece) =>
    new Promise<void>((resolve) => {
      acknowledged = resolve;
      port.postMessage({ kind: "piece", piece });
    });
  port.on("message", async ({ kind, input }) => {
    if (kind === "taken") return acknowledged();
    try {
      port.postMessage({ kind: "done", output: await run(input, emit) });
    } catch (error) {
      const message = error instanceof Error ? String(error.stack) : String(error);
      port.postMessage({ kind: "failed", message });
    }
  });
}

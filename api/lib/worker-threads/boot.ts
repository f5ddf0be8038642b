import { parentPort } from "node:worker_threads";

type Run<Input, Piece> = (input: Input, emit: (piece: Piece) => Promise<void>) => unknown;

/** What a thread does with its task: a module of a task calls it at its end. */
export function serve<Input, Piece>(run: Run<Input, Piece>): void {
  const port = parentPort;
  if (!port) throw new Error("This runs in a worker thread.");
  let acknowledged = () => {};
  /** Hands a piece over and waits until it was taken: what is not taken yet is not piled up. */
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

import { parentPort } from "node:worker_threads";

type Run = (input: unknown, emit: (piece: unknown) => Promise<void>) => unknown;

/** What a thread does, with its task in hand: `program.ts` makes one text of both. */
export function serve(run: Run): void {
  const port = parentPort;
  if (!port) throw new Error("This runs in a worker thread.");
  let acknowledged = () => {};
  /** Hands a piece over and waits until it was taken: what is not taken yet is not piled up. */
  const emit = (piece: unknown) =>
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

// The first file of every worker thread: sources are TypeScript, which a thread has to be told to read.
import { parentPort } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();

let acknowledged = () => undefined;

/** Hands a piece over and waits until it was taken: what is not taken yet is not piled up. */
const emit = (piece) =>
  new Promise((resolve) => {
    acknowledged = resolve;
    parentPort.postMessage({ kind: "piece", piece });
  });

parentPort.on("message", async ({ kind, file, input }) => {
  if (kind === "taken") return acknowledged();
  try {
    const { run } = await import(file);
    parentPort.postMessage({ kind: "done", output: await run(input, emit) });
  } catch (error) {
    parentPort.postMessage({
      kind: "failed",
      message: error instanceof Error ? String(error.stack) : String(error),
    });
  }
});

import { runInWorker, WorkerStopped } from "#api/lib/worker-threads/run-in-worker";
import type { FileZone } from "#statements/clock";
import { readingLimits } from "#statements/limits";
import { FileProblem } from "#statements/problem";
import type { ReportProgress } from "#statements/progress";
import { breathe } from "#statements/rows";
import type { Statement } from "#statements/statement";
import type { ReadChunk, ReadInput, ReadOutput } from "./read-task";

const task = { file: "api/modules/monitoring/import/read-task.ts", ...readingLimits };

/**
 * Reads an uploaded history in a worker thread with bounded memory and time (docs/adr/0024).
 *
 * @param load loads the file once a thread is free for it.
 * @throws FileProblem as `readStatement` does, and for a file that exceeds the limits of a statement.
 */
export async function readInWorker(
  load: () => Promise<Uint8Array>,
  zone: FileZone,
  reportProgress: ReportProgress = async () => {},
): Promise<Statement> {
  const lists = { trades: [], operations: [], deals: [] } as Required<
    Pick<Statement, "trades" | "operations"> & { deals: NonNullable<Statement["deals"]> }
  >;
  const take = async (chunk: ReadChunk) => {
    if ("share" in chunk) await reportProgress(chunk.share);
    else if (chunk.list === "trades") lists.trades.push(...chunk.items);
    else if (chunk.list === "operations") lists.operations.push(...chunk.items);
    else lists.deals.push(...chunk.items);
    await breathe();
  };
  const handover = async () => {
    const bytes = await load();
    return { input: { bytes, zone }, transfer: [bytes.buffer as ArrayBuffer] };
  };
  const output = await runInWorker<ReadInput, ReadChunk, ReadOutput>(task, handover, take).catch(
    (error: unknown) => {
      if (error instanceof WorkerStopped && error.reason === "time") throw new FileProblem("importTooSlow");
      if (error instanceof WorkerStopped && error.reason === "memory")
        throw new FileProblem("importTooMuchMemory");
      throw error;
    },
  );
  if ("problem" in output)
    throw new FileProblem(output.problem.code, output.problem.place, output.problem.value);
  const { statement } = output;
  return {
    ...statement,
    trades: lists.trades,
    operations: lists.operations,
    deals: statement.deals && lists.deals,
  };
}

import { serve } from "#api/lib/worker-threads/boot";
import { chunks } from "#statements/chunks";
import type { FileZone } from "#statements/clock";
import type { Place, ProblemCode } from "#statements/problem";
import { FileProblem } from "#statements/problem";
import { readStatement } from "#statements/read-statement";
import type { Statement } from "#statements/statement";

export type ReadInput = { bytes: Uint8Array; zone: FileZone };

/** Messages of the reading thread: first its progress, then chunks of the statement's lists. */
export type ReadChunk =
  | { share: number }
  | { [K in "trades" | "operations" | "deals"]: { list: K; items: NonNullable<Statement[K]> } }[
      | "trades"
      | "operations"
      | "deals"];

export type ReadOutput =
  | { problem: { code: ProblemCode; place: Place; value: string } }
  | { statement: Statement };

const itemsAtOnce = 1_000;
const leastStep = 0.01;

/**
 * Reads a statement in the worker thread. Large lists are sent in chunks, so that receiving them does not block the
 * event loop.
 */
async function run(
  { bytes, zone }: ReadInput,
  emit: (chunk: ReadChunk) => Promise<void>,
): Promise<ReadOutput> {
  try {
    let reported = 0;
    const statement = await readStatement(bytes, zone, async (share) => {
      if (share - reported < leastStep) return;
      reported = share;
      await emit({ share });
    });
    const { trades, operations, deals } = statement;
    for (const items of chunks(trades, itemsAtOnce)) await emit({ list: "trades", items });
    for (const items of chunks(operations, itemsAtOnce)) await emit({ list: "operations", items });
    for (const items of chunks(deals ?? [], itemsAtOnce)) await emit({ list: "deals", items });
    return { statement: { ...statement, trades: [], operations: [], deals: deals && [] } };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    const { code, place, value } = error;
    return { problem: { code, place, value } };
  }
}

serve(run);

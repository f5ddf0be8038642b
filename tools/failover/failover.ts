import { setTimeout as pause } from "node:timers/promises";
import type { Books } from "#tools/crash-tests/books";
import type { CrashTestResult } from "#tools/crash-tests/run";
import { proveMoney } from "#tools/crash-tests/run";
import { processesIn } from "#tools/drills/processes.testing";
import { startCluster } from "./failover-cluster";
import type { FaultName } from "./failover-faults";
import { faultNames, faults } from "./failover-faults";

type Options = {
  /** An empty folder that every user may enter. */
  folder: string;
  times: number;
  clients: number;
};

export type Failure = { kind: FaultName; leader: string; heir: string; seconds: number };

const mostMilliseconds = 120_000;
const quietMilliseconds = 500;

/** Waits until this number of further movements is acknowledged. */
async function untilItMoves(books: Books, count: number): Promise<void> {
  const [before, until] = [books.acknowledged, Date.now() + mostMilliseconds];
  while (books.acknowledged < before + count) {
    if (Date.now() > until) throw new Error("Nothing is acknowledged");
    await pause(20);
  }
}

/**
 * Returns the seconds until movements are acknowledged again. Responses to running requests may still arrive, so it
 * waits for the first one after a silence.
 */
async function untilAcknowledged(books: Books, since: number): Promise<number> {
  let [acknowledged, lastAt] = [books.acknowledged, since];
  while (Date.now() - since < mostMilliseconds) {
    await pause(10);
    if (books.acknowledged === acknowledged) continue;
    if (Date.now() - lastAt > quietMilliseconds) return (Date.now() - since) / 1000;
    [acknowledged, lastAt] = [books.acknowledged, Date.now()];
  }
  throw new Error("Nothing is acknowledged any more, or nothing was disturbed");
}

/** Makes the leader of a Patroni cluster fail repeatedly under the load of `prove:money`, and checks the ledger. */
export async function proveFailover({
  folder,
  times,
  clients,
}: Options): Promise<CrashTestResult & { failures: Failure[] }> {
  const processes = processesIn(folder);
  const cluster = await startCluster(processes, folder);
  const failures: Failure[] = [];
  async function disturb(books: Books): Promise<void> {
    for (let time = 0; time < times; time++) {
      const leader = await cluster.untilItIsWhole();
      await untilItMoves(books, clients);
      const kind = faultNames[time % faultNames.length] ?? "machine killed";
      const since = Date.now();
      const mend = await faults[kind](cluster, processes, leader);
      try {
        const seconds = await untilAcknowledged(books, since);
        const heir = (await cluster.leader()) ?? "nobody";
        failures.push({ kind, leader, heir, seconds });
        console.log(`${kind}: ${leader}, then ${heir}; acknowledged again after ${seconds.toFixed(1)} s`);
      } finally {
        await mend();
      }
    }
    await cluster.untilItIsWhole();
  }
  try {
    const result = await proveMoney({
      dataDir: folder,
      seconds: 0,
      clients,
      processes: 2,
      isNaive: false,
      database: { url: cluster.url, disturb },
    });
    return { ...result, failures };
  } finally {
    await cluster.end();
  }
}

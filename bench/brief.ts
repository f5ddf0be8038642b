import { availableParallelism, loadavg } from "node:os";
import { barsTable, ratioOf } from "./charts";
import { slowFlows } from "./flows";
import { goals, rowsGoal, steps } from "./page-of";
import { pagesOf } from "./pages";
import { measureRows } from "./rows";
import type { Served } from "./served";
import { serveCabinet } from "./served";
import { withFolder } from "./with-folder";

/**
 * `npm run bench:brief`: what `.ci/run` prints of each commit, on the build that is there: ratios beside their goals, in some minutes, and
 * nothing is written. It never fails: a ratio is the machine's as well, and so is what takes too long (docs/decisions/0247).
 */
type Ratio = { what: string; ratio: number; goal?: number | undefined };

/** A part that has not begun by then is left out. */
const latest = 180_000;
/** Signed-in pages against the bare handler with a table. */
const pagesGoal = 2;
/** Rows that are written within some seconds. */
const movements = "50000";
const quiet = () => {};

async function flows(cabinet: Served, dataDir: string): Promise<Ratio[]> {
  const [slow] = await slowFlows({ origin: cabinet.origin, dataDir }, 2, quiet);
  if (!slow) return [];
  return steps.map(([step, name]) => ({
    what: `slow 3G, ${name}, against the SPA`,
    ratio: ratioOf(slow.ours[step], slow.peer[step]),
    goal: goals["slow 3G"]?.[step],
  }));
}

async function pages(cabinet: Served): Promise<Ratio[]> {
  const found = await pagesOf(
    cabinet,
    { settlingRequests: 100, rounds: 2, warmRequests: 10, requests: 10 },
    quiet,
  );
  return found.pages.map(({ path, ms }) => ({
    what: `${path}, processor time against a bare table`,
    ratio: ratioOf(ms, found.bareTable),
    goal: pagesGoal,
  }));
}

async function rows(): Promise<Ratio[]> {
  const env = { LOOKING: "300", MOVEMENTS: movements };
  const found = await measureRows(quiet, ["servers-list", "histories"], env);
  return found.map(({ what, few, many }) => ({
    what: `${what}: ${many.rows} against ${few.rows}`,
    ratio: ratioOf(many.ms, few.ms),
    goal: rowsGoal,
  }));
}

const startedAt = performance.now();
const ratios: Ratio[] = [];
const broken: string[] = [];
async function measure(part: string, found: () => Promise<Ratio[]>): Promise<void> {
  try {
    if (performance.now() - startedAt > latest) throw new Error("left out: what came before took too long");
    ratios.push(...(await found()));
  } catch (error) {
    broken.push(`${part} was not measured: ${String(error).split("\n")[0]}`);
  }
}

await measure("cost against rows", rows);
await withFolder(async (dataDir) => {
  const cabinet = await serveCabinet(dataDir, ["--demo"], { WORKER: "", PROVISIONER_SECONDS: "1" });
  await measure("processor time of pages", () => pages(cabinet));
  await measure("the way until paid", () => flows(cabinet, dataDir));
  await cabinet.stop();
}).catch((error: unknown) => broken.push(`the demo did not start: ${String(error).split("\n")[0]}`));

const seconds = Math.round((performance.now() - startedAt) / 1000);
const load = (loadavg()[0] ?? 0).toFixed(1);
const bars = ratios.map(({ what, ratio, goal }) => ({ cells: [what], ratio, goal }));
const head = `Ratios of this run, in ${seconds} s on ${availableParallelism()} cores, load ${load}: what is over a goal may be the machine's.`;
process.stdout.write(`\n${head}\n${barsTable(["", "ratio", "goal"], bars)}\n`);
for (const line of broken) process.stdout.write(`BENCH ${line}\n`);

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChunkStats, RowsResult } from "./results";
import { withFolder } from "./with-temp-folder";

/** Benchmarks that each compare an operation with few and with many rows. */
const benches = ["servers-list", "histories", "monitoring", "refresh", "trades", "admin-console"] as const;

type Report = {
  files: { groups: { fullName: string; benchmarks: { name: string; min: number }[] }[] }[];
};

/**
 * Measures cost against the number of rows, with the benchmarks that Vitest runs: the minimum of many runs, since the
 * rest is noise of the machine.
 */
export const measureRows = (
  log: (what: string) => void,
  names: readonly (typeof benches)[number][] = benches,
  env: Record<string, string> = {},
): Promise<RowsResult[]> =>
  withFolder(async (folder) => {
    const results: RowsResult[] = [];
    for (const name of names) {
      const report = join(folder, `${name}.json`);
      const chunksFile = join(folder, `${name}-pieces.json`);
      await run(name, report, { ...env, PIECES_FILE: chunksFile });
      const statsByName = await readChunkStats(chunksFile);
      const { files } = JSON.parse(await readFile(report, "utf8")) as Report;
      for (const { fullName, benchmarks } of files.flatMap(({ groups }) => groups)) {
        const [few, many] = benchmarks;
        if (!few || !many) continue;
        const side = (one: typeof few) => ({
          rows: one.name,
          ms: Number(one.min.toFixed(3)),
          ...(statsByName[one.name] && { pieces: statsByName[one.name] }),
        });
        const what = fullName.split(" > ").slice(1).join(": ");
        results.push({ bench: name, what, few: side(few), many: side(many) });
        log(`${name}, ${what}: ${(many.min / few.min).toFixed(2)}`);
      }
    }
    return results;
  });

/** Reads the chunks that `refresh.bench.ts` records by benchmark name; other benchmarks record none. */
const readChunkStats = async (file: string): Promise<Record<string, ChunkStats>> =>
  existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : {};

async function run(name: string, report: string, env: Record<string, string>): Promise<void> {
  const args = [
    "bench",
    "--run",
    "--project",
    "unit-alone",
    "--outputJson",
    report,
    `tools/bench/${name}.bench.ts`,
  ];
  const vitest = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", ...args], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...env },
  });
  const [code] = await once(vitest, "exit");
  if (code !== 0) throw new Error(`tools/bench/${name}.bench.ts ended with ${code}`);
}

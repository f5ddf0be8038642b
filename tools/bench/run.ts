import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { benchReport } from "./bench-report";
import type { Measured, Results } from "./results";
import { parts } from "./results";

/**
 * `npm run bench` runs all parts, one after the other; `npm run bench -- flows pages` runs these. Writes the results
 * of this commit and the page that shows them. Parts measured earlier on the same commit are kept.
 */
const log = (what: string) => process.stdout.write(`${what}\n`);

/**
 * `RUNS` sets the number of flows; `PAUSED_RUNS` can lower that of flows with pauses, which take three times as long.
 */
function requestedRounds() {
  const straight = Number(process.env.RUNS ?? 9);
  return { straight, paused: Number(process.env.PAUSED_RUNS ?? straight) };
}

async function measure(part: (typeof parts)[number]): Promise<unknown> {
  switch (part) {
    case "flows":
      return (await import("./flows")).measureFlows(requestedRounds(), log);
    case "presses":
      return (await import("./presses")).measurePresses(Number(process.env.RUNS ?? 3), log);
    case "pages":
      return (await import("./pages")).measurePages(log);
    case "rows":
      return (await import("./rows")).measureRows(log);
    case "start":
      return (await import("./start")).measureStart(log);
  }
}

const requestedParts = process.argv.slice(2);
const unknown = requestedParts.filter((name) => !parts.some((part) => part === name));
if (unknown.length > 0) throw new Error(`No part is called ${unknown.join()}: there are ${parts.join(", ")}`);

/** The last commit that changed what is served. */
const served = [
  "api",
  "app",
  "bin",
  "contract",
  "locales",
  "public",
  "server",
  "statements",
  "package-lock.json",
];
const commit = execFileSync("git", ["log", "-1", "--format=%h", "--", ...served], {
  encoding: "utf8",
}).trim();
const file = `tools/bench/results/${commit}.json`;
/** Read again each time, because another run may add another part meanwhile. */
const storedResults = (): Results => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { commit });

for (const part of parts.filter((name) => requestedParts.length === 0 || requestedParts.includes(name))) {
  log(`\n${part}`);
  const measured: Measured<unknown> = {
    at: new Date().toISOString().slice(0, 16),
    cores: availableParallelism(),
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
    node: process.version,
    found: await measure(part),
  };
  mkdirSync("tools/bench/results", { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...storedResults(), [part]: measured }, null, 2)}\n`);
}

const page = benchReport(storedResults());
writeFileSync("docs/bench.md", page);
log(`\n${page}`);

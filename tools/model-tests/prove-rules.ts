import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { signalServer } from "#api/embedded-postgres/index";
import { testDatabase } from "#api/testing/test-database";
import { detectMutation } from "./detect-mutation";
import { asCommand } from "./model-event";
import { mutations } from "./mutations";
import { regressionScenarios } from "./regression-scenarios";
import { proveRules } from "./run";
import { live } from "./scenario";

/**
 * `npm run prove:rules [-- --minutes 30]`: runs random sequences of money and time events and checks the invariants.
 * With `--planted` it tests itself: each mutation of `mutations.ts` is applied to a copy of the sources and must be
 * detected.
 */
const options = new Command("prove:rules")
  .description(
    "Lives through random stories of everything that touches money or paid time; each is held against the laws.",
  )
  .option("--minutes <n>", "how long; with --planted, how long for each fault", Number, 5)
  .option("--seed <n>", "the first seed; the next ones follow it", Number, Date.now() % 1_000_000)
  .option("--steps <n>", "the most steps of a story", Number, 100)
  .option("--shrink <seconds>", "how long a shorter story is looked for", Number, 60)
  .option("--known", "begin with the stories that once broke a law", false)
  .option("--planted", "plant faults one at a time and look whether each is found", false)
  .option("--fault <words>", "only faults whose names have these words", "")
  .parse()
  .opts<{
    fault: string;
    minutes: number;
    seed: number;
    steps: number;
    shrink: number;
    known: boolean;
    planted: boolean;
  }>();

const scenariosPerSeed = 4;
const counts: Record<string, number> = {};
const add = (more: Record<string, number>) => {
  for (const [what, times] of Object.entries(more)) counts[what] = (counts[what] ?? 0) + times;
};

async function proveAll(folder: string): Promise<boolean> {
  const openDatabase = () => testDatabase({ folder });
  const startedAt = Date.now();
  const until = startedAt + options.minutes * 60_000;
  if (options.known)
    for (const [name, scenario] of Object.entries(regressionScenarios)) {
      const commands = scenario.map((one) => asCommand([one]));
      const error = await live(commands, counts, openDatabase).then(
        () => null,
        (reason: unknown) => reason,
      );
      if (!error) continue;
      console.log(`BROKEN in a known story, ${name}:\n${error instanceof Error ? error.stack : error}`);
      return false;
    }
  let [scenarios, seeds] = [0, 0];
  while (Date.now() < until) {
    const { seed, steps, shrink: shrinkSeconds } = options;
    const runOptions = {
      seed: seed + seeds,
      scenarios: scenariosPerSeed,
      steps,
      shrinkSeconds,
      openDatabase,
    };
    const result = await proveRules(runOptions);
    seeds++;
    scenarios += result.scenarios;
    add(result.counts);
    if (!result.broken) continue;
    const { scenario, why, path } = result.broken;
    console.log(`BROKEN with seed ${result.broken.seed}, path ${path}:\n  ${scenario}\n${why}`);
    return false;
  }
  for (const [what, times] of Object.entries(counts).sort())
    console.log(`${String(times).padStart(9)}  ${what}`);
  const took = ((Date.now() - startedAt) / 60_000).toFixed(1);
  console.log(
    `${scenarios} stories of ${seeds} seeds from ${options.seed} in ${took} minutes: every law holds.`,
  );
  return true;
}

async function detectAllMutations(): Promise<boolean> {
  let areAllFound = true;
  for (const fault of mutations.filter(({ name }) => name.includes(options.fault))) {
    const { isFound, seconds, why } = await detectMutation(fault, options.minutes, options.seed);
    console.log(`| ${fault.name} | ${isFound ? "found" : "NOT FOUND"} | ${seconds} s | ${why} |`);
    areAllFound &&= isFound;
  }
  return areAllFound;
}

async function inFolder(work: (folder: string) => Promise<boolean>): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "cabinet-rules-"));
  await chmod(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    await signalServer(join(folder, "postgres/data"), "SIGQUIT");
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

process.exit((await (options.planted ? detectAllMutations() : inFolder(proveAll))) ? 0 : 1);

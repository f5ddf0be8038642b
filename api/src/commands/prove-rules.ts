import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { testDatabase } from "#api/service/testing/test-database";
import { signalServer } from "#private-postgres/index";
import { proveRules } from "./prove-rules/run";

/** `npm run prove:rules [-- --minutes 30]`: lives through random stories of money and time, and holds the books against the laws. */
const { minutes, seed, steps } = new Command("prove:rules")
  .description(
    "Lives through random stories of everything that touches money or paid time; each is held against the laws.",
  )
  .option("--minutes <n>", "how long", Number, 5)
  .option("--seed <n>", "the first seed; the next ones follow it", Number, Date.now() % 1_000_000)
  .option("--steps <n>", "the most steps of a story", Number, 100)
  .parse()
  .opts<{ minutes: number; seed: number; steps: number }>();

const storiesOfASeed = 4;
const folder = await mkdtemp(join(tmpdir(), "cabinet-rules-"));
await chmod(folder, 0o711);
const startedAt = Date.now();
const until = startedAt + minutes * 60_000;
const counts: Record<string, number> = {};
let stories = 0;
let seeds = 0;
try {
  while (Date.now() < until && process.exitCode === undefined) {
    const proof = await proveRules({
      seed: seed + seeds,
      stories: storiesOfASeed,
      steps,
      openDatabase: () => testDatabase(folder),
    });
    seeds++;
    stories += proof.stories;
    for (const [what, times] of Object.entries(proof.counts)) counts[what] = (counts[what] ?? 0) + times;
    if (!proof.broken) continue;
    const { story, why } = proof.broken;
    console.log(
      `BROKEN with seed ${proof.broken.seed}, path ${proof.broken.path}:\n  ${story.split(",").join("\n  ")}\n${why}`,
    );
    process.exitCode = 1;
  }
  for (const [what, times] of Object.entries(counts).sort())
    console.log(`${String(times).padStart(9)}  ${what}`);
  const took = ((Date.now() - startedAt) / 60_000).toFixed(1);
  console.log(
    `${stories} stories of the seeds ${seed} to ${seed + seeds - 1} in ${took} minutes: ${process.exitCode ? "a law is broken." : "every law holds."}`,
  );
} finally {
  await signalServer(join(folder, "postgres/data"), "SIGQUIT");
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
process.exit();

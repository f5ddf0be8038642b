import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { proveMoney } from "./run";

/**
 * `npm run prove:money [-- --seconds 300]`: crash test that shows that no money is lost or created while processes
 * are killed repeatedly.
 */
const options = new Command("prove:money")
  .description("Moves money at random while the API and the database are killed, then checks every cent.")
  .option("--seconds <n>", "how long", Number, 30)
  .option("--kills <n>", "not to end before so many kills", Number, 0)
  .option("--acknowledged <n>", "not to end before so many acknowledged movements", Number, 0)
  .option("--clients <n>", "how many at once", Number, 24)
  .option("--processes <n>", "how many API processes", Number, 3)
  .option("--naive", "with an API that does it wrong: must end red", false)
  .parse()
  .opts<{
    seconds: number;
    kills: number;
    acknowledged: number;
    clients: number;
    processes: number;
    naive: boolean;
  }>();

const dataDir = await mkdtemp(join(tmpdir(), "cabinet-proof-"));
await chmod(dataDir, 0o711);
let isGreen = false;
try {
  const { faults, counts } = await proveMoney({
    ...options,
    dataDir,
    isNaive: options.naive,
    onProgress: ({ seconds, kills, acknowledged }) =>
      console.error(`${seconds} s: ${kills} kills, ${acknowledged} acknowledged`),
  });
  for (const [what, count] of Object.entries(counts).sort())
    console.log(`${String(count).padStart(8)}  ${what}`);
  for (const [kind, { count, examples }] of Object.entries(faults).sort())
    console.log(`FAULT, ${count} times: ${kind}${examples.map((example) => `\n    ${example}`).join("")}`);
  isGreen = Object.keys(faults).length === 0;
} finally {
  console.log(
    isGreen ? "Every cent is where it should be." : `Not green; database and logs are kept in ${dataDir}`,
  );
  if (isGreen) await rm(dataDir, { recursive: true, force: true });
  process.exitCode = isGreen ? 0 : 1;
}

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { proveMoney } from "./prove-money/run";

/** `npm run prove:money [-- --seconds 300]`: shows that no money is lost or made while everything is killed again and again. */
const options = new Command("prove:money")
  .description("Moves money at random while the API and the database are killed, then checks every cent.")
  .option("--seconds <n>", "how long", Number, 30)
  .option("--clients <n>", "how many at once", Number, 24)
  .option("--processes <n>", "how many API processes", Number, 3)
  .option("--naive", "with an API that does it wrong: must end red", false)
  .parse()
  .opts<{ seconds: number; clients: number; processes: number; naive: boolean }>();

const dataDir = await mkdtemp(join(tmpdir(), "cabinet-proof-"));
await chmod(dataDir, 0o711);
try {
  const { faults, counts } = await proveMoney({ ...options, dataDir, isNaive: options.naive });
  for (const [what, count] of Object.entries(counts).sort())
    console.log(`${String(count).padStart(8)}  ${what}`);
  for (const fault of faults.slice(0, 20)) console.log(`FAULT: ${fault}`);
  if (faults.length > 20) console.log(`… and ${faults.length - 20} more faults`);
  console.log(faults.length === 0 ? "Every cent is where it should be." : `${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { missingPrograms } from "#tools/drills/debian.testing";
import { proveFailover } from "./failover";

/**
 * `npm run prove:failover [-- --times 10]`: tests how deploy/failover/ handles a failure of the database's machine.
 */
const options = new Command("prove:failover")
  .description("Lets the primary of a Patroni cluster fail under load, then checks every cent.")
  .option("--times <n>", "how often", Number, 1)
  .option("--clients <n>", "how many at once", Number, 12)
  .parse()
  .opts<{ times: number; clients: number }>();

const missing = missingPrograms("postgres", "patroni", "etcd", "haproxy");
if (missing) throw new Error(missing);
const folder = await mkdtemp(join(tmpdir(), "cabinet-failover-"));
await chmod(folder, 0o755);
let isGreen = false;
try {
  const { faults, counts, failures } = await proveFailover({ ...options, folder });
  for (const [what, count] of Object.entries(counts).sort())
    console.log(`${String(count).padStart(8)}  ${what}`);
  for (const [kind, { count, examples }] of Object.entries(faults).sort())
    console.log(`FAULT, ${count} times: ${kind}${examples.map((example) => `\n    ${example}`).join("")}`);
  const slowest = Math.max(...failures.map(({ seconds }) => seconds));
  console.log(`${failures.length} failures on ${cpus().length} cores, the longest ${slowest.toFixed(1)} s`);
  isGreen = Object.keys(faults).length === 0 && slowest <= 30;
} finally {
  console.log(
    isGreen ? "Every cent is where it should be." : `Not green; data and logs are kept in ${folder}`,
  );
  if (isGreen) await rm(folder, { recursive: true, force: true });
  process.exitCode = isGreen ? 0 : 1;
}

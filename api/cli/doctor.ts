import "./load-deployment";
import { Command } from "commander";
import { examine } from "./doctor/examine";

/** `cabinet doctor`: does this installation have everything that real clients need? */
process.env.LOG_LEVEL ??= "silent";
const program = new Command("doctor")
  .description("Checks the whole installation. Changes nothing.")
  .action(async () => {
    const findings = await examine(process.env);
    for (const { name, isWell, text } of findings)
      console.log(`${isWell ? "ok     " : "missing"}  ${name}: ${text}`);
    if (findings.some(({ isWell }) => !isWell)) process.exitCode = 1;
  });

await program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

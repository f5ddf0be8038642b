import { Command } from "commander";
import { areas } from "./all";
import type { Console } from "./operation";
import { operationsOn } from "./operation";

/** The operator's program with every area's commands. */
export function operatorProgram(console: Console): Command {
  const program = new Command("cabinet")
    .description("Decides what a person must decide, and looks after the service.")
    .option("--json", "answer as JSON")
    .option("--yes", "don't ask before what can't be undone")
    .showHelpAfterError();
  const operation = operationsOn(console);
  for (const area of areas) area(program, operation);
  return program;
}

import type { Command } from "commander";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import type { TestApi } from "#api/testing";
import { operatorProgram } from "./program";

/** Makes a command throw on errors instead of ending the program. */
function throwing(command: Command): Command {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  command.commands.forEach(throwing);
  return command;
}

/**
 * Runs the operator's program as `npm run operator -- …words` would, with every question answered by yes; returns its
 * output.
 */
export async function runAdmin({ deps }: Pick<TestApi, "deps">, ...args: string[]): Promise<string> {
  const printed: string[] = [];
  const console = {
    deps: async () => deps,
    operator: "olga",
    print: (text: string) => void printed.push(text),
    ask: async () => true,
  };
  await throwing(operatorProgram(console)).parseAsync(args, { from: "user" });
  await runDueJobs(deps);
  return printed.join("\n");
}

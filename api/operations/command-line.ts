import { Command } from "commander";
import type * as z from "zod/mini";
import type { Deps } from "#api/deps";
import { errorText } from "#api/lib/translations";
import { formatJson, formatOutput } from "./command-output";
import type { CommandGroup } from "./operation";
import { declareOperations, runOperation } from "./operation";
import { camelCase } from "./parameters";
import { previewOperation } from "./preview";

/** The operator's environment; tests replace it. */
export type Console = {
  deps: () => Promise<Deps>;
  operator: string;
  print: (text: string) => void;
  /** Asks a yes/no question. */
  ask: (question: string) => Promise<boolean>;
};

/** Returns the allowed values of an enum, otherwise the reason why a value is invalid. */
const describeIssue = (issue: z.core.$ZodIssue): string =>
  issue.code === "invalid_value" ? `one of ${issue.values.join(", ")}` : errorText("en", issue.message);

/** Creates the operator's program with the commands of all groups. */
export function createProgram(console: Console, groups: readonly CommandGroup[]): Command {
  const program = new Command("cabinet")
    .description("Manages clients, money and servers, and runs the service.")
    .option("--json", "print JSON")
    .option("--yes", "skip confirmations")
    .showHelpAfterError();
  for (const operation of declareOperations(program, groups)) {
    const { command, schema, confirm } = operation;
    command.action(async () => {
      const {
        json = false,
        yes = false,
        ...options
      } = command.optsWithGlobals<{ json?: boolean; yes?: boolean }>();
      const named = command.registeredArguments.map((argument, index) => [
        camelCase(argument.name()),
        command.processedArgs[index],
      ]);
      const parsed = schema.safeParse({ ...Object.fromEntries(named), ...options });
      if (!parsed.success) {
        const issues = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${describeIssue(issue)}`);
        return command.error(`error: ${issues.join("; ")}`);
      }
      let input = parsed.data;
      const question = yes ? undefined : confirm?.(input as never);
      if (question) {
        const preview = await previewOperation(operation, input, await console.deps(), console);
        const wholeQuestion = [formatOutput(preview.about), question].filter(Boolean).join("\n");
        if (!(await console.ask(wholeQuestion))) return console.print("Cancelled.");
        input = { ...input, ...preview.decidedCents };
      }
      const answer = await runOperation(operation, input, await console.deps(), console);
      console.print(json ? formatJson(answer) : formatOutput(answer));
    });
  }
  return program;
}

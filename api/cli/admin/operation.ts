import type { Command } from "commander";
import type * as z from "zod/mini";
import { operatorActions } from "#api/db/schema/operator";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { errorText } from "#api/lib/translations";
import type { Answer } from "./answer";
import { formatAnswer } from "./answer";

/** What the operator's program is run with; tests bring their own. */
export type Console = {
  deps: () => Promise<Deps>;
  operator: string;
  print: (text: string) => void;
  /** Asks a question that is answered by yes or no. */
  ask: (question: string) => Promise<boolean>;
};

export type Context = { deps: Deps; tx: Tx; operator: string };
/** What takes its time outside is returned as a function: it runs once the transaction has committed, and holds nothing meanwhile. */
type Run<I> = (input: I, context: Context) => Promise<Answer | (() => Promise<Answer>)>;

/** Adds the commands of one area to the program. */
export type CommandGroup = (program: Command, operation: Operation) => void;

/**
 * Gives a command its action. Its arguments and options, by their names in camel case, are parsed by `schema`;
 * `run` works inside one transaction that also holds the audit row, and what it returns is printed.
 * `confirm` is the question before what can't be undone; `--yes` answers it.
 */
export type Operation = <S extends z.ZodMiniType<Record<string, unknown>>>(
  command: Command,
  schema: S,
  run: Run<z.output<S>>,
  confirm?: (input: z.output<S>) => string,
) => void;

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function fullName(command: Command): string {
  const above = command.parent?.parent ? `${fullName(command.parent)} ` : "";
  return above + command.name();
}

export function operationsOn(console: Console): Operation {
  return (command, schema, run, confirm) => {
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
        const issues = parsed.error.issues.map(
          ({ path, message }) => `${path.join(".")}: ${errorText("en", message)}`,
        );
        return command.error(`error: ${issues.join("; ")}`);
      }
      const input = parsed.data as z.output<typeof schema>;
      if (confirm && !yes && !(await console.ask(confirm(input)))) return console.print("Nothing was done.");
      const deps = await console.deps();
      const said = await transaction(deps.db, async (tx) => {
        await tx.insert(operatorActions).values({
          at: deps.clock.now(),
          operator: console.operator,
          command: fullName(command),
          input: input as Record<string, unknown>,
        });
        return run(input, { deps, tx, operator: console.operator });
      });
      const answer = typeof said === "function" ? await said() : said;
      console.print(json ? JSON.stringify(answer, null, 2) : formatAnswer(answer));
    });
  };
}

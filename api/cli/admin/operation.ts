import type { Command } from "commander";
import type * as z from "zod/mini";
import { operatorActions } from "#api/db/schema/operator";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import { refusalText } from "#api/lib/texts";
import type { Answer } from "./answer";
import { inWords } from "./answer";

/** What the operator's program is run with; tests bring their own. */
export type Console = {
  parts: () => Promise<Parts>;
  operator: string;
  print: (text: string) => void;
  /** Asks a question that is answered by yes or no. */
  ask: (question: string) => Promise<boolean>;
};

export type Context = { parts: Parts; tx: Tx; operator: string };
/** What takes its time outside is returned as a function: it runs once the transaction has committed, and holds nothing meanwhile. */
type Run<I> = (input: I, context: Context) => Promise<Answer | (() => Promise<Answer>)>;

/** Adds the commands of one area to the program. */
export type Area = (program: Command, operation: Operation) => void;

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
          ({ path, message }) => `${path.join(".")}: ${refusalText("en", message)}`,
        );
        return command.error(`error: ${issues.join("; ")}`);
      }
      const input = parsed.data as z.output<typeof schema>;
      if (confirm && !yes && !(await console.ask(confirm(input)))) return console.print("Nothing was done.");
      const parts = await console.parts();
      const said = await transaction(parts.db, async (tx) => {
        await tx.insert(operatorActions).values({
          at: parts.clock.now(),
          operator: console.operator,
          command: fullName(command),
          input: input as Record<string, unknown>,
        });
        return run(input, { parts, tx, operator: console.operator });
      });
      const answer = typeof said === "function" ? await said() : said;
      console.print(json ? JSON.stringify(answer, null, 2) : inWords(answer));
    });
  };
}

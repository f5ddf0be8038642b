import type { Command } from "commander";
import type * as z from "zod/mini";
import { isOutage } from "#api/db/outage";
import { operatorActions } from "#api/db/schema/operator";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { withIdempotencyKeyIn } from "#api/http/idempotency";
import { Answer, storedAnswer } from "#api/lib/answer";
import { runsWithoutQuestion } from "#contract/admin/unquestioned-operations";
import type { Language } from "#contract/languages";
import { defaultLanguage } from "#contract/languages";
import { affectedClient, affectedClientId, requireNotDeleted } from "./affected-client";
import { filesOfAttempt } from "./attempt-files";
import type { Choices } from "./choices";
import type { CommandOutput, OperationOutput, TranslatedRow } from "./command-output";
import { outputFor } from "./command-output";
import type { PresentValues, Values } from "./present-values";
import { requireUnchanged } from "./present-values";

export type Context = {
  deps: Deps;
  tx: Tx;
  operator: string;
  /** Facts for the confirmation that are known once it runs, as values of a list's columns. */
  shown?: TranslatedRow;
  /** Added to the input in the audit row; `before` is the previous value of what the operation overwrites. */
  details: Record<string, unknown>;
};
/**
 * Slow external work is returned as a function: it runs after the transaction has committed, and so holds neither
 * locks nor a connection.
 */
type Run<I> = (input: I, context: Context) => Promise<OperationOutput | (() => Promise<OperationOutput>)>;
/** Returns facts that the form shows above its fields, as values of a list's columns; undefined if there are none. */
type Facts = (
  deps: Pick<Deps, "clock" | "settings">,
  tx: Tx,
  of: string,
) => Promise<TranslatedRow | undefined>;
/** How the console has values that the command line takes in another form. */
type InConsole = {
  /** Converts input as typed in the console to what the schema takes. */
  read: (input: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** Converts present values to what a form begins with. */
  show: (current: Values, of: string | undefined, language: Language) => Values;
};
type Schema = z.ZodMiniType<Record<string, unknown>>;

type Options<S extends Schema> = {
  /**
   * The question before it runs, answered by `--yes` or a second page of the console; by default its description.
   * Operations that need none are listed in `contract/admin/unquestioned-operations.ts`. Input that changes nothing has
   * no question.
   */
  confirm?: (input: z.output<S>) => string | undefined;
  /** It reads or writes files of the machine, or shows a secret once, so the console does not offer it. */
  isShellOnly?: boolean;
  /** Parameters that name files of the machine; not in the console. */
  files?: readonly string[];
  /** Parameters that name rows of the database, with the rows that the console offers to choose from. */
  choices?: { readonly [name in keyof z.output<S>]?: Choices };
  /** The form of the operation begins with these values. */
  current?: PresentValues;
  inConsole?: InConsole;
  /** What to know before the fields are filled in, of what the first parameter names. */
  facts?: Facts;
  /** It changes nothing; pages of the console are built from its answer. */
  isRead?: boolean;
  /** It also runs for a deleted account, to finish what is left; other operations that change something do not. */
  isForDeletedToo?: boolean;
};

/** Adds the commands of one module to the program. */
export type CommandGroup = (program: Command, operation: Operation) => void;

/**
 * Declares an operation as a command. Commander parses name, arguments and options; `schema` validates them by their
 * camel-case names. `run` is called in one transaction that also writes the audit row, and returns the answer.
 */
export type Operation = <S extends Schema>(
  command: Command,
  schema: S,
  run: Run<z.output<S>>,
  options?: Options<S> | Options<S>["confirm"],
) => void;

/** A declared operation; the command line and the console are built from the list of them. */
export type DeclaredOperation = {
  /** Full name, such as `deposits reject`. */
  name: string;
  command: Command;
  schema: Schema;
  run: Run<never>;
  confirm?: ((input: never) => string | undefined) | undefined;
  isShellOnly: boolean;
  isRead: boolean;
  isForDeletedToo: boolean;
  files: readonly string[];
  current?: PresentValues | undefined;
  inConsole?: InConsole | undefined;
  facts?: Facts | undefined;
  choices: Readonly<Record<string, Choices | undefined>>;
};

function fullName(command: Command): string {
  const above = command.parent?.parent ? `${fullName(command.parent)} ` : "";
  return above + command.name();
}

/** Returns the question of an operation without one of its own, such as `Unblock a client and e-mail them?`. */
const questionOf = (command: Command): string => {
  const description = command.description();
  return `${description.charAt(0).toUpperCase()}${description.slice(1)}?`;
};

const schemas = new WeakMap<Command, Schema>();

/** Returns the schema of a command's input. */
export const schemaOf = (command: Command): Schema | undefined => schemas.get(command);

/** Collects the operations declared by the groups, as commands of `program`. */
export function declareOperations(program: Command, groups: readonly CommandGroup[]): DeclaredOperation[] {
  const declared: DeclaredOperation[] = [];
  for (const group of groups)
    group(program, (command, schema, run, options = {}) => {
      const behaviour = typeof options === "function" ? { confirm: options } : options;
      const { confirm, isShellOnly = false, isRead = false, isForDeletedToo = false } = behaviour;
      const { files = [], choices = {}, current, inConsole, facts } = behaviour;
      const flags = { isShellOnly, isRead, isForDeletedToo };
      const name = fullName(command);
      schemas.set(command, schema);
      const asks = !isRead && !runsWithoutQuestion(name);
      declared.push({
        name,
        command,
        schema,
        run,
        confirm: confirm ?? (asks ? () => questionOf(command) : undefined),
        ...flags,
        files,
        choices,
        current,
        inConsole,
        facts,
      });
    });
  return declared;
}

/**
 * The caller of an operation: a name for the audit row; over the network also the language of the answer, the
 * address, the idempotency key, and the etag of the values that the form began with.
 */
export type By = {
  operator: string;
  language?: Language;
  address?: string;
  idempotencyKey?: string;
  etag?: string | undefined;
};

/**
 * Runs an operation on parsed input. Its audit row and its changes are committed together; with a used idempotency
 * key it does nothing and returns the first answer.
 */
export async function runOperation(
  operation: DeclaredOperation,
  input: Record<string, unknown>,
  deps: Deps,
  by: By,
): Promise<CommandOutput> {
  const { operator, language, idempotencyKey: key } = by;
  const reader = language ?? "commandLine";
  const request = {
    key: key ?? "",
    clientId: `staff:${operator}`,
    endpoint: operation.name,
    parameters: input,
  };
  let afterwards: (() => Promise<OperationOutput>) | undefined;
  const { files, discard } = filesOfAttempt(deps.files);
  const { answer } = await transaction(deps.db, (tx) => {
    const work = async () => {
      // removes files stored by an attempt that ended in a deadlock
      await discard();
      if (!operation.isRead && !operation.isForDeletedToo) requireNotDeleted(await affectedClient(tx, input));
      await requireUnchanged(tx, operation, input, { clock: deps.clock, etag: by.etag });
      const details = {};
      const output = await operation.run(input as never, { deps: { ...deps, files }, tx, operator, details });
      const now = typeof output === "function" ? "" : output;
      const answered = now instanceof Answer ? { answered: storedAnswer(now) } : {};
      const audited = { ...input, ...details, ...answered };
      await audit(tx, operation, audited, deps, by, outputFor(now, defaultLanguage));
      if (typeof output === "function") afterwards = output;
      return { answer: outputFor(now, reader) };
    };
    return key ? withIdempotencyKeyIn(deps, tx, request, work) : work();
  }).catch(async (error: unknown) => {
    // after an outage it is unknown whether the transaction committed; a file without a row is deleted later
    if (!isOutage(error)) await discard();
    throw error;
  });
  return afterwards ? outputFor(await afterwards(), reader) : answer;
}

async function audit(
  tx: Tx,
  { name }: DeclaredOperation,
  input: Record<string, unknown>,
  { clock }: Deps,
  { operator, address }: By,
  answer: CommandOutput,
): Promise<void> {
  await tx.insert(operatorActions).values({
    at: clock.now(),
    operator,
    command: name,
    input,
    userId: await affectedClientId(tx, input),
    answer: typeof answer === "string" ? answer || null : null,
    address: address ?? null,
  });
}

/** Runs a read-only operation without an audit row, in a transaction in which PostgreSQL rejects every change. */
export async function readOperation(
  { run }: DeclaredOperation,
  input: Record<string, unknown>,
  deps: Deps,
  { operator, language }: By,
): Promise<CommandOutput> {
  const reader = language ?? "commandLine";
  const answer = await transaction(
    deps.db,
    (tx) => run(input as never, { deps, tx, operator, details: {} }),
    { accessMode: "read only" },
  );
  return outputFor(typeof answer === "function" ? await answer() : answer, reader);
}

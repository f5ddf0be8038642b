import * as z from "zod/mini";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { HandlerContext } from "#api/http/handle";
import { handle } from "#api/http/handle";
import { OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { affectedClient } from "#api/operations/affected-client";
import { choicesAtMost } from "#api/operations/choices";
import type { CommandOutput, Row } from "#api/operations/command-output";
import { isPage, outputFor } from "#api/operations/command-output";
import type { DeclaredOperation } from "#api/operations/operation";
import { readOperation, runOperation } from "#api/operations/operation";
import { parametersOf } from "#api/operations/parameters";
import type { Values } from "#api/operations/present-values";
import { beginningOf } from "#api/operations/present-values";
import type { OperationPreview } from "#api/operations/preview";
import { previewOperation } from "#api/operations/preview";
import { allOperations } from "#api/operations/program";
import * as contract from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";
import type { StaffRole } from "#contract/admin/roles";
import { mayRun } from "#contract/admin/roles";
import type { Language } from "#contract/languages";
import { withNames } from "./row-names";

/** Returns an operation that the console offers to this staff member. @throws {ApiError} 404, or 403 `roleMissing` */
function operationFor({ roles }: { roles: readonly StaffRole[] }, address: string): DeclaredOperation {
  const found = [...allOperations().values()].find(({ name }) => addressOfOperation(name) === address);
  if (!found || found.isShellOnly) throw new ApiError(404, "notFound");
  if (!mayRun(roles, found.name)) throw new ApiError(403, "roleMissing");
  return found;
}

type ParameterChoices = contract.AdminOperation["parameters"][number]["choices"];

/** Returns the rows that a parameter may name; undefined if it names none, or there are too many to choose from. */
async function rowsToChoose(
  { choices }: DeclaredOperation,
  name: string,
  { db, clock }: Pick<Deps, "db" | "clock">,
  of: string | undefined,
) {
  const read = choices[name];
  const rows = read && (await transaction(db, (tx) => read(tx, clock.now(), of)));
  if (!rows || rows.length > choicesAtMost) return undefined;
  return rows.map(({ value, label = null }) => ({ value, label }));
}

/** Returns the values that a parameter may have if its schema lists them. */
function listedValues({ schema }: DeclaredOperation, name: string): ParameterChoices {
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const property = described.properties?.[name];
  if (typeof property !== "object") return undefined;
  const list =
    property.enum ??
    (typeof property.items === "object" && "enum" in property.items ? property.items.enum : undefined);
  return list?.map((value) => ({ value: String(value), label: null }));
}

/** Parameters that the console shows and accepts: none that names a file on this machine. */
const offeredOf = (operation: DeclaredOperation) =>
  parametersOf(operation).filter(({ name }) => !operation.files.includes(name));

/**
 * Returns the values for the operation: empty fields count as not sent, and fields that it does not declare are
 * dropped.
 */
function valuesFor(operation: DeclaredOperation, input: contract.OperationInput) {
  const values = offeredOf(operation).map(({ name, initial }) => {
    const value = input[name];
    return [name, value === undefined || value === false || String(value) === "" ? initial : value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Parses the input by the operation's own schema. @throws {ApiError} 422 with a message for each wrong field */
function parsed(operation: DeclaredOperation, input: contract.OperationInput): Record<string, unknown> {
  const result = operation.schema.safeParse(valuesFor(operation, input));
  if (result.success) return result.data;
  const fields = Object.fromEntries(
    result.error.issues.map(({ path, message }) => [String(path[0]), message]),
  );
  throw new ApiError(422, "invalidInput", { fields });
}

const withTime = <V>(value: V | Date) => (value instanceof Date ? { time: value.toISOString() } : value);

const cell = (value: Row[string]): contract.OperationValue =>
  Array.isArray(value)
    ? value.map(withTime)
    : (withTime(value as Exclude<typeof value, readonly unknown[]>) ?? null);

/** Returns a row of an operation as the API sends it. */
export const networkRow = (row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)]));

async function outputOf(context: Parameters<typeof withNames>[0], answer: CommandOutput) {
  const noPages = { previous: null, next: null };
  if (typeof answer === "string") return { text: answer, rows: null, ...noPages };
  const rows = isPage<Row>(answer)
    ? answer.rows
    : ((Array.isArray(answer) ? answer : [answer]) as readonly Row[]);
  return {
    text: isPage<Row>(answer) ? (answer.summary ?? null) : null,
    ...(isPage<Row>(answer) ? { previous: answer.previous, next: answer.next } : noPages),
    rows: await withNames(context, rows.map(networkRow)),
  };
}

/** Turns an operation's plain error into a 409 with its sentence, so that the person in the console can read it. */
export async function withApiErrors<T>(language: Language, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OperatorError)
      throw new ApiError(409, "operationRefused", { details: { reason: error.in(language) } });
    if (error instanceof ApiError || !(error instanceof Error) || error.constructor !== Error) throw error;
    throw new ApiError(409, "operationRefused", { details: { reason: error.message } });
  }
}

export const listOperations = handle(contract.operations, async (_, { staff }) => ({
  names: [...allOperations().values()]
    .filter(({ name, isShellOnly }) => !isShellOnly && mayRun(staff.roles, name))
    .map(({ name }) => name),
}));

/**
 * Returns what the first parameters of an operation tell: the values its form begins with, facts, and the client's
 * language.
 */
const knownOf = (operation: DeclaredOperation, context: Deps, given: readonly (string | undefined)[]) =>
  transaction(context.db, async (tx) => {
    const [first] = parametersOf(operation);
    const [of] = given;
    const client = first && of !== undefined ? await affectedClient(tx, { [first.name]: of }) : undefined;
    return {
      ...(await beginningOf(operation, tx, context.clock.now(), given)),
      facts: (of !== undefined && (await operation.facts?.(context, tx, of))) || {},
      clientLanguage: client?.language ?? null,
    };
  });

export const describeOperation = handle(contract.operation, async ({ name, of, and }, context) => {
  const operation = operationFor(context.staff, name);
  const isKnown = of !== undefined || operation.current !== undefined;
  const { values, etag, facts, clientLanguage } = isKnown
    ? await knownOf(operation, context, [of, and])
    : { values: {} as Values, etag: null, facts: {}, clientLanguage: null };
  const parameters: contract.AdminOperation["parameters"] = [];
  // sequential, because most operations have one such parameter or none
  for (const parameter of offeredOf(operation)) {
    const choices =
      (await rowsToChoose(operation, parameter.name, context, of)) ?? listedValues(operation, parameter.name);
    const initial = values[parameter.name] ?? parameter.initial;
    parameters.push({
      ...parameter,
      ...(initial !== undefined && { initial: typeof initial === "string" ? initial : [...initial] }),
      ...(choices && { choices }),
    });
  }
  return {
    name: operation.name,
    etag,
    clientLanguage,
    needsConfirmation: operation.confirm !== undefined,
    isRead: operation.isRead,
    facts: networkRow(outputFor(facts, context.language) as Row),
    parameters,
  };
});

export const runByName = handle(
  contract.runOperation,
  async ({ name, input, isConfirmed, etag }, context) => {
    const operation = operationFor(context.staff, name);
    const values = parsed(operation, input);
    if (operation.confirm?.(values as never) && !isConfirmed) {
      await previewed(context, operation, values, etag);
      throw new ApiError(409, "confirmationNeeded");
    }
    return outputOf(
      context,
      await withApiErrors(
        context.language,
        runOperation(operation, values, context, { ...by(context), etag }),
      ),
    );
  },
);

type Caller = Deps & Pick<HandlerContext<typeof contract.previewOperation>, "staff" | "language">;

const previewed = (
  context: Caller,
  operation: DeclaredOperation,
  values: Record<string, unknown>,
  etag: string | undefined,
) =>
  withApiErrors(
    context.language,
    previewOperation(operation, values, context, { operator: context.staff.email, etag }),
  );

const presentFor = (present: OperationPreview["present"]) => {
  if (!present) return null;
  const values = Object.entries(present.values ?? {}).map(
    ([name, value]) => [name, typeof value === "string" ? value : [...value]] as const,
  );
  return { etag: present.etag, values: Object.fromEntries(values) };
};

export const previewByName = handle(contract.previewOperation, async ({ name, input, etag }, context) => {
  const operation = operationFor(context.staff, name);
  if (operation.isRead) throw new ApiError(404, "notFound");
  const preview = await previewed(context, operation, parsed(operation, input), etag);
  const [about = {}] = await withNames(context, [networkRow(preview.about)]);
  const decided = Object.entries(preview.decidedCents).map(
    ([parameter, cents]) => [parameter, (cents / 100).toFixed(2)] as const,
  );
  return { about, present: presentFor(preview.present), decided: Object.fromEntries(decided) };
});

const by = ({ staff, language, address, idempotencyKey }: HandlerContext<typeof contract.runOperation>) => ({
  operator: staff.email,
  language,
  address,
  idempotencyKey,
});

export const readList = handle(contract.readList, async ({ name, input }, context) => {
  const operation = operationFor(context.staff, name);
  if (!operation.isRead) throw new ApiError(404, "notFound");
  const { language } = context;
  const operator = context.staff.email;
  return outputOf(
    context,
    await withApiErrors(
      language,
      readOperation(operation, parsed(operation, input), context, { operator, language }),
    ),
  );
});

import type { Deps } from "#api/deps";
import type { HandlerContext } from "#api/http/handle";
import { handle } from "#api/http/handle";
import { OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import type { CommandOutput, Row } from "#api/operations/command-output";
import { isPage } from "#api/operations/command-output";
import { fieldOfError } from "#api/operations/error-fields";
import type { DeclaredOperation } from "#api/operations/operation";
import { readOperation, runOperation } from "#api/operations/operation";
import { parametersOf } from "#api/operations/parameters";
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
export function operationFor({ roles }: { roles: readonly StaffRole[] }, address: string): DeclaredOperation {
  const found = [...allOperations().values()].find(({ name }) => addressOfOperation(name) === address);
  if (!found || found.isShellOnly) throw new ApiError(404, "notFound");
  if (!mayRun(roles, found.name)) throw new ApiError(403, "roleMissing");
  return found;
}

/** Parameters that the console shows and accepts: none that names a file on this machine. */
export const offeredOf = (operation: DeclaredOperation) =>
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
  const values = valuesFor(operation, input);
  const result = operation.schema.safeParse(operation.inConsole?.read(values) ?? values);
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
export async function withApiErrors<T>(
  language: Language,
  work: Promise<T>,
  fieldOf: (error: OperatorError) => string | undefined = () => undefined,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OperatorError) {
      const [reason, field] = [error.in(language), fieldOf(error)];
      const fields = field === undefined ? undefined : { [field]: reason };
      throw new ApiError(409, "operationRefused", { details: { reason }, ...(fields && { fields }) });
    }
    if (error instanceof ApiError || !(error instanceof Error) || error.constructor !== Error) throw error;
    throw new ApiError(409, "operationRefused", { details: { reason: error.message } });
  }
}

/** Returns the function for the field of an operation that an error of it is about. */
const fieldIn = (operation: DeclaredOperation, values: Record<string, unknown>) => (error: OperatorError) =>
  fieldOfError(
    error.key,
    parametersOf(operation).map(({ name }) => name),
    values,
  );

export const runByName = handle(
  contract.runOperation,
  async ({ name, input, isConfirmed, etag }, context) => {
    const operation = operationFor(context.staff, name);
    // its list has an endpoint of its own, which writes no audit row
    if (operation.isRead) throw new ApiError(404, "notFound");
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
        fieldIn(operation, values),
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
    previewOperation(operation, values, context, {
      operator: context.staff.email,
      language: context.language,
      etag,
    }),
    fieldIn(operation, values),
  );

const presentFor = (
  { inConsole }: DeclaredOperation,
  present: OperationPreview["present"],
  of: contract.OperationInput[string] | undefined,
  language: Language,
) => {
  if (!present) return null;
  const { values: stored = {} } = present;
  const values = Object.entries(inConsole?.show(stored, String(of), language) ?? stored).map(
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
  const [first] = parametersOf(operation);
  const present = presentFor(operation, preview.present, first && input[first.name], context.language);
  return { about, present, decided: Object.fromEntries(decided) };
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
  const values = parsed(operation, input);
  const { language } = context;
  const operator = context.staff.email;
  return outputOf(
    context,
    await withApiErrors(
      language,
      readOperation(operation, values, context, { operator, language }),
      fieldIn(operation, values),
    ),
  );
});

import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { handle } from "#api/http/handle";
import { affectedClient } from "#api/operations/affected-client";
import { choicesAtMost } from "#api/operations/choices";
import type { Row } from "#api/operations/command-output";
import { outputFor } from "#api/operations/command-output";
import { listedValues } from "#api/operations/listed-values";
import type { DeclaredOperation } from "#api/operations/operation";
import { parametersOf } from "#api/operations/parameters";
import type { Values } from "#api/operations/present-values";
import { beginningOf } from "#api/operations/present-values";
import { allOperations } from "#api/operations/program";
import { subjectOf } from "#api/operations/subject";
import * as contract from "#contract/admin/index";
import { mayRun } from "#contract/admin/roles";
import type { Language } from "#contract/languages";
import { networkRow, offeredOf, operationFor } from "./operations";
import { withNames } from "./row-names";

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
const wordsToChoose = ({ schema }: DeclaredOperation, name: string): ParameterChoices =>
  listedValues(schema, name)?.map((value) => ({ value, label: null }));

export const listOperations = handle(contract.operations, async (_, { staff }) => ({
  names: [...allOperations().values()]
    .filter(({ name, isShellOnly }) => !isShellOnly && mayRun(staff.roles, name))
    .map(({ name }) => name),
}));

/**
 * Returns what the first parameters of an operation tell: the values its form begins with, what they name, facts, and
 * the client's language.
 */
const knownOf = (
  operation: DeclaredOperation,
  context: Deps & { language: Language },
  given: readonly (string | undefined)[],
) =>
  transaction(context.db, async (tx) => {
    const [first] = parametersOf(operation);
    const [of] = given;
    const client = first && of !== undefined ? await affectedClient(tx, { [first.name]: of }) : undefined;
    const { values, etag } = await beginningOf(operation, tx, context.clock, given);
    return {
      etag,
      values: operation.inConsole?.show(values, of, context.language) ?? values,
      about: first && of !== undefined ? await subjectOf(tx, { [first.name]: of }, client) : {},
      facts: (of !== undefined && (await operation.facts?.(context, tx, of))) || {},
      clientLanguage: client?.language ?? null,
    };
  });

export const describeOperation = handle(contract.operation, async ({ name, of, and }, context) => {
  const operation = operationFor(context.staff, name);
  const isKnown = of !== undefined || operation.current !== undefined;
  const known = isKnown
    ? await knownOf(operation, context, [of, and])
    : { values: {}, etag: null, about: {}, facts: {}, clientLanguage: null };
  const [about = {}] = await withNames(context, [networkRow(known.about)]);
  const values: Values = known.values;
  const parameters: contract.AdminOperation["parameters"] = [];
  // sequential, because most operations have one such parameter or none
  for (const parameter of offeredOf(operation)) {
    const choices =
      (await rowsToChoose(operation, parameter.name, context, of)) ??
      wordsToChoose(operation, parameter.name);
    const initial = values[parameter.name] ?? parameter.initial;
    parameters.push({
      ...parameter,
      ...(initial !== undefined && { initial: typeof initial === "string" ? initial : [...initial] }),
      ...(choices && { choices }),
    });
  }
  return {
    name: operation.name,
    etag: known.etag,
    clientLanguage: known.clientLanguage,
    about: Object.keys(about).length > 0 ? about : null,
    needsConfirmation: operation.confirm !== undefined,
    isRead: operation.isRead,
    facts: networkRow(outputFor(known.facts, context.language) as Row),
    parameters,
  };
});

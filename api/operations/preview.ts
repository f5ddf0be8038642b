import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { isMoney } from "#contract/admin/values";
import { affectedClient, requireNotDeleted } from "./affected-client";
import { filesOfAttempt } from "./attempt-files";
import type { Row, TranslatedRow } from "./command-output";
import { outputFor } from "./command-output";
import type { By, DeclaredOperation } from "./operation";
import { parametersOf } from "./parameters";
import { requireUnchanged } from "./present-values";
import { subjectOf } from "./subject";

/** What a confirmation shows and agrees to. */
export type OperationPreview = {
  /** Whom and what the operation concerns. */
  about: Row;
  /** Sums in cents that the operation decides because the input lacks them, by parameter: charged as shown or not at all. */
  decidedCents: Record<string, number>;
  /** The values that it overwrites, if its form begins with them, and their etag. */
  present: Awaited<ReturnType<typeof requireUnchanged>>;
};

/** Thrown to roll the transaction of a preview back. */
class Previewed extends Error {}

/**
 * Returns whom and what an operation concerns, for its confirmation. The operation runs in a transaction that is rolled
 * back, so that one that would be rejected is rejected before the confirmation. An operation on files of the machine
 * does not run.
 *
 * @throws what the operation throws
 */
export async function previewOperation(
  operation: DeclaredOperation,
  input: Record<string, unknown>,
  deps: Deps,
  { operator, language, etag }: By,
): Promise<OperationPreview> {
  const { isShellOnly, isForDeletedToo, run } = operation;
  const { files, discard } = filesOfAttempt(deps.files);
  let subject: Row = {};
  const shown: TranslatedRow = {};
  let present: OperationPreview["present"];
  try {
    await transaction(deps.db, async (tx) => {
      const client = await affectedClient(tx, input);
      subject = await subjectOf(tx, input, client);
      if (isShellOnly) return;
      if (!isForDeletedToo) requireNotDeleted(client);
      present = await requireUnchanged(tx, operation, input, { clock: deps.clock, etag });
      // slow work that it returns is left out
      await run(input as never, { deps: { ...deps, files }, tx, operator, details: {}, shown });
      throw new Previewed();
    });
  } catch (error) {
    if (!(error instanceof Previewed)) throw error;
  } finally {
    await discard();
  }
  const decided = parametersOf(operation).flatMap(({ name, kind }) => {
    const sum = shown[name];
    return kind === "money" && input[name] === undefined && isMoney(sum) ? [[name, sum.cents] as const] : [];
  });
  const about = outputFor({ ...subject, ...shown }, language ?? "commandLine") as Row;
  return { about, decidedCents: Object.fromEntries(decided), present };
}

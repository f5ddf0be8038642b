import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { requireNotDeleted } from "./affected-client";
import { filesOfAttempt } from "./attempt-files";
import type { Row } from "./command-output";
import type { By, DeclaredOperation } from "./operation";
import { subjectOf } from "./subject";

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
  { operator }: By,
): Promise<Row> {
  const { isShellOnly, isForDeletedToo, run } = operation;
  const { files, discard } = filesOfAttempt(deps.files);
  let subject: Row = {};
  try {
    await transaction(deps.db, async (tx) => {
      subject = await subjectOf(tx, input);
      if (isShellOnly) return;
      if (!isForDeletedToo) await requireNotDeleted(tx, input);
      // slow work that it returns is left out
      const shown = {};
      await run(input as never, { deps: { ...deps, files }, tx, operator, details: {}, shown });
      Object.assign(subject, shown);
      throw new Previewed();
    });
  } catch (error) {
    if (!(error instanceof Previewed)) throw error;
  } finally {
    await discard();
  }
  return subject;
}

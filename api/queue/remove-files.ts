import * as z from "zod/mini";
import type { Tx } from "#api/db/transaction";
import { enqueue } from "./enqueue";
import { job } from "./job";

/** Removes stored files whose rows were deleted; a missing file is not an error. */
export const removeFiles = job(
  "remove-files",
  z.object({ fileIds: z.array(z.string()) }),
  async ({ fileIds }, { files }) => {
    for (const id of fileIds) await files.remove(id);
  },
);

/**
 * Enqueues the removal of files in the transaction that deletes their rows: after a rollback the files stay, after a
 * commit they are removed even if the process dies.
 */
export async function removeFilesOf(tx: Tx, fileIds: readonly (string | null)[]): Promise<void> {
  const ids = fileIds.filter((id) => id !== null);
  if (ids.length > 0) await enqueue(tx, removeFiles, { fileIds: ids });
}

import * as z from "zod/mini";
import type { Tx } from "#api/db/transaction";
import { enqueue } from "./enqueue";
import { job } from "./job";

/** Removes stored files whose rows are gone; one that is not there any more is as good. */
export const removeFiles = job(
  "remove-files",
  z.object({ fileIds: z.array(z.string()) }),
  async ({ fileIds }, { files }) => {
    for (const id of fileIds) await files.remove(id);
  },
);

/** In the transaction that deletes their rows: what is rolled back keeps its files, and what is committed loses them whatever dies then. */
export async function removeFilesOf(tx: Tx, fileIds: readonly (string | null)[]): Promise<void> {
  const ids = fileIds.filter((id) => id !== null);
  if (ids.length > 0) await enqueue(tx, removeFiles, { fileIds: ids });
}

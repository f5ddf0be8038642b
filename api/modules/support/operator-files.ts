import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { eq } from "drizzle-orm";
import { ticketFiles } from "#api/db/schema/support";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";

/** Reads a file from the operator's machine, to be sent to a client. */
export async function readOperatorFile(path: string): Promise<File> {
  return new File([await readFile(path)], basename(path));
}

/** Writes a file of a ticket to a path that must not exist yet. */
export async function saveTicketFile(deps: Deps, tx: Tx, fileId: string, path: string): Promise<string> {
  const [row] = await tx.select().from(ticketFiles).where(eq(ticketFiles.id, fileId));
  const file = row && (await deps.files.open(row.storeId));
  if (!file) throw new ApiError(404, "notFound");
  await pipeline(
    Readable.fromWeb(file.stream as Parameters<typeof Readable.fromWeb>[0]),
    createWriteStream(path, { flags: "wx" }),
  );
  return `${row.name} (${file.bytes} bytes) is saved as ${path}.`;
}

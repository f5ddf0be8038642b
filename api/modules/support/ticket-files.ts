import { eq, sum } from "drizzle-orm";
import { lockUser } from "#api/auth/user-of";
import { isOutage } from "#api/db/outage";
import { ticketFiles, tickets } from "#api/db/schema/support";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { FileKind } from "#api/integrations/storage/file-kind";
import { kindOf, safeName } from "#api/integrations/storage/file-kind";
import { redraw, UnreadableImage } from "#api/integrations/storage/image";
import { FileTooLarge } from "#api/integrations/storage/store";
import { ApiError } from "#api/lib/api-error";
import { ticketFileMaxBytes, ticketFileTypes, ticketQuotaBytes } from "#contract/rules";

export type StoredFile = { storeId: string; name: string; kind: FileKind; bytes: number };

const unreadable = () => new ApiError(422, "fileUnreadable", { fields: { files: "fileUnreadable" } });

async function store(deps: Deps, file: File): Promise<StoredFile> {
  const kind = await kindOf(file);
  if (!kind || !(ticketFileTypes as readonly string[]).includes(kind)) {
    throw new ApiError(422, "invalidInput", { fields: { files: "fileTypeUnknown" } });
  }
  try {
    const stream = kind === "application/pdf" ? file.stream() : redrawn(file, kind);
    // a re-encoded picture may be somewhat larger than the original
    const { id, bytes } = await deps.files.put(stream as AsyncIterable<Uint8Array>, {
      limit: 2 * ticketFileMaxBytes,
    });
    return { storeId: id, name: safeName(file.name, kind), kind, bytes };
  } catch (error) {
    if (error instanceof UnreadableImage || error instanceof FileTooLarge) throw unreadable();
    throw error;
  }
}

async function* redrawn(file: File, kind: Exclude<FileKind, "application/pdf">) {
  yield await redraw(new Uint8Array(await file.arrayBuffer()), kind);
}

/**
 * Checks files by their content, re-encodes pictures and stores them while `work` runs. The files stay only if `work`
 * succeeds and calls `use`: a rejection, a failure or an idempotent repeat deletes them. After an outage following
 * `use`, the transaction may have committed, so they stay; files without a row are deleted later.
 */
export async function withStoredFiles<T>(
  deps: Deps,
  files: readonly File[],
  work: (stored: StoredFile[], use: () => void) => Promise<T>,
): Promise<T> {
  const stored: StoredFile[] = [];
  let isUsed = false;
  try {
    // sequential, because each picture may take much memory
    for (const file of files) stored.push(await store(deps, file));
    const result = await work(stored, () => {
      isUsed = true;
    });
    return result;
  } catch (error) {
    if (!isOutage(error)) isUsed = false;
    throw error;
  } finally {
    if (!isUsed) await Promise.all(stored.map(({ storeId }) => deps.files.remove(storeId)));
  }
}

/** Throws 422 if files exceed a client's quota over all tickets; the lock serializes messages with files. */
export async function requireQuota(tx: Tx, userId: string, files: readonly StoredFile[]): Promise<void> {
  const newBytes = files.reduce((bytes, file) => bytes + file.bytes, 0);
  if (newBytes === 0) return;
  await lockUser(tx, userId);
  const [row] = await tx
    .select({ bytes: sum(ticketFiles.bytes) })
    .from(ticketFiles)
    .innerJoin(tickets, eq(tickets.id, ticketFiles.ticketId))
    .where(eq(tickets.userId, userId));
  if (Number(row?.bytes ?? 0) + newBytes > ticketQuotaBytes)
    throw new ApiError(422, "fileQuota", { fields: { files: "fileQuota" } });
}

/** Returns the part of uploaded files that is compared for an idempotency key. */
export const fingerprint = (files: readonly File[]) =>
  files.map(({ name, size, type }) => [name, size, type]);

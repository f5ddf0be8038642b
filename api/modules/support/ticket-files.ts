import { eq, sum } from "drizzle-orm";
import { lockUser } from "#api/auth/user-of";
import { isOutage } from "#api/db/outage";
import { ticketFiles, tickets } from "#api/db/schema/support";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { redraw, UnreadableImage } from "#api/integrations/storage/image";
import type { FileKind } from "#api/integrations/storage/kind";
import { kindOf, safeName } from "#api/integrations/storage/kind";
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
    // drawn anew, a picture may be somewhat larger than it came
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
 * Checks files by their bytes, draws pictures anew and keeps them for as long as `work` succeeds and says so by `use`:
 * a refusal, a failure or a repeat that gets the first answer leaves none behind. Where the database went away after `use`, nobody
 * knows whether it has committed: they stay, and what no row knows is swept away later.
 */
export async function withStoredFiles<T>(
  deps: Deps,
  files: readonly File[],
  work: (stored: StoredFile[], use: () => void) => Promise<T>,
): Promise<T> {
  const stored: StoredFile[] = [];
  let isUsed = false;
  try {
    // one after the other: each picture may take a good share of memory
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

/** Refuses files that do not fit into what a client may keep in all tickets together; messages with files wait for each other. */
export async function refuseOverQuota(tx: Tx, userId: string, files: readonly StoredFile[]): Promise<void> {
  const wanted = files.reduce((bytes, file) => bytes + file.bytes, 0);
  if (wanted === 0) return;
  await lockUser(tx, userId);
  const [row] = await tx
    .select({ bytes: sum(ticketFiles.bytes) })
    .from(ticketFiles)
    .innerJoin(tickets, eq(tickets.id, ticketFiles.ticketId))
    .where(eq(tickets.userId, userId));
  if (Number(row?.bytes ?? 0) + wanted > ticketQuotaBytes)
    throw new ApiError(422, "fileQuota", { fields: { files: "fileQuota" } });
}

/** What makes two posts of files the same for an idempotency key. */
export const fingerprint = (files: readonly File[]) =>
  files.map(({ name, size, type }) => [name, size, type]);

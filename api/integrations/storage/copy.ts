import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FileStore } from "./store";

/** The number of files copied, already present at the target, and deleted before they could be read. */
export type Copied = { copied: number; wereThere: number; gone: number; bytes: number };

/** Parallel copies. */
const concurrency = 8;

/**
 * Copies every file of a store into another under its own id, and reads each back: throws an error that names the
 * file if its SHA-256 differs from the source's. Files that exist already are compared as well and replaced if they
 * differ, so that it can be repeated at any time.
 * @param thenRemove deletes a file from the source once the copy has been verified
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  { thenRemove = false }: { thenRemove?: boolean } = {},
): Promise<Copied> {
  const done: Copied = { copied: 0, wereThere: 0, gone: 0, bytes: 0 };
  const ids = from.list();
  const takeTurns = async () => {
    for await (const id of ids) {
      const source = await sumIn(from, id);
      if (!source) done.gone++;
      else if ((await sumIn(to, id))?.sha256 === source.sha256) done.wereThere++;
      else if (await copy(id, from, to, source)) done.copied++;
      else done.gone++;
      if (source) done.bytes += source.bytes;
      if (thenRemove) await from.remove(id);
    }
  };
  // several loops over one iterator get each id once, and all end if one fails
  const turns = await Promise.allSettled(Array.from({ length: concurrency }, takeTurns));
  for (const turn of turns) if (turn.status === "rejected") throw turn.reason;
  return done;
}

type Sum = { sha256: string; bytes: number };

/** Returns false if the file was deleted meanwhile. */
async function copy(id: string, from: FileStore, to: FileStore, source: Sum): Promise<boolean> {
  const file = await from.open(id);
  if (!file) return false;
  await to.put(Readable.fromWeb(file.stream as never), { limit: source.bytes, id });
  const there = await sumIn(to, id);
  if (there?.sha256 !== source.sha256)
    throw new Error(`the file ${id} of ${source.bytes} bytes came as ${there?.bytes ?? "none"}, or changed`);
  return true;
}

async function sumIn(store: FileStore, id: string): Promise<Sum | null> {
  const file = await store.open(id);
  if (!file) return null;
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of Readable.fromWeb(file.stream as never)) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { sha256: hash.digest("hex"), bytes };
}

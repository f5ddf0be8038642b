import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { FileStore } from "./store";
import { isFileId, limited } from "./store";

const hour = 3_600_000;

/**
 * Keeps files in a folder: written to `incoming/` first, then synced and renamed, so that a file is there whole or not at all.
 * What a killed process left in `incoming/` is removed an hour later.
 */
export function diskFiles({ folder, makeId }: { folder: string; makeId: () => string }): FileStore {
  const incoming = join(folder, "incoming");
  const pathOf = (id: string) => (isFileId(id) ? join(folder, id.slice(0, 2), id) : null);
  const ready = prepare(incoming);

  return {
    async put(stream, { limit, id = makeId() }) {
      await ready;
      const path = pathOf(id);
      if (!path) throw new Error("a file id is of letters and digits");
      const part = join(incoming, id);
      try {
        const bytes = await write(part, limited(stream, limit));
        await mkdir(dirname(path), { recursive: true });
        await rename(part, path);
        await syncFolder(dirname(path));
        return { id, bytes };
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async open(id) {
      const path = pathOf(id);
      const found = path && (await stat(path).catch(() => null));
      if (!path || !found) return null;
      return {
        stream: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
        bytes: found.size,
      };
    },
    async remove(id) {
      const path = pathOf(id);
      if (path) await rm(path, { force: true });
    },
    async *list() {
      for (const prefix of await namesIn(folder))
        if (prefix.length === 2)
          for (const name of await namesIn(join(folder, prefix))) if (isFileId(name)) yield name;
    },
  };
}

/** Writes and syncs a new file; returns its size. Closed when it returns or throws, so that it can be removed. */
async function write(path: string, stream: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of stream) await file.writeFile(chunk);
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** Empty where the folder has gone, or is none. */
const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);

async function prepare(incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true });
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > hour) await rm(path, { force: true, recursive: true });
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

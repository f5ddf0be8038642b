import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { answer } from "#api/lib/answer";
import { incomingFolder } from "./incoming";
import type { FileStore } from "./store";
import { fileId, isFileId } from "./store";

/**
 * Stores files in a folder: writes them to `incoming/` first, then syncs and renames them, so that a file is complete
 * or missing.
 */
export function diskFiles({ folder, makeId }: { folder: string; makeId: () => string }): FileStore {
  const incoming = incomingFolder(join(folder, "incoming"), makeId);
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id);

  return {
    async put(stream, { limit, id = makeId() }) {
      const path = pathOf(fileId(id));
      const bytes = await incoming.keep(stream, limit, async (part) => {
        await mkdir(dirname(path), { recursive: true });
        await rename(part, path);
        await syncFolder(dirname(path)).catch(async (error: unknown) => {
          await rm(path, { force: true });
          throw error;
        });
      });
      return { id, bytes };
    },
    async open(id) {
      const stats = isFileId(id) ? await stat(pathOf(id)).catch(() => null) : null;
      if (!stats) return null;
      return {
        stream: Readable.toWeb(createReadStream(pathOf(id))) as ReadableStream<Uint8Array>,
        bytes: stats.size,
      };
    },
    async remove(id) {
      if (isFileId(id)) await rm(pathOf(id), { force: true });
    },
    async *list(before) {
      const isListed = async (id: string) => {
        if (!isFileId(id)) return false;
        if (!before) return true;
        const found = await stat(pathOf(id)).catch(() => null);
        return found !== null && found.mtime < before;
      };
      for (const prefix of await namesIn(folder))
        if (prefix.length === 2)
          for (const name of await namesIn(join(folder, prefix))) if (await isListed(name)) yield name;
    },
    async check() {
      await mkdir(folder, { recursive: true });
      return answer("filesOnDisk", { folder });
    },
  };
}

/** Returns the names in a folder; empty if it is missing or not a folder. */
const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

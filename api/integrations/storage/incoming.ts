import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { limited } from "./store";

const hour = 3_600_000;

/**
 * A folder for streams until they are complete. Files of a killed process are removed an hour later. `keep` writes
 * and syncs a stream of at most `limit` bytes under a unique name, passes its path on, and leaves nothing behind.
 */
export function incomingFolder(folder: string, makeId: () => string) {
  const ready = mkdir(folder, { recursive: true }).then(() => removeOld(folder));
  return {
    async keep(
      stream: AsyncIterable<Uint8Array>,
      limit: number,
      handOn: (part: string) => Promise<void>,
    ): Promise<number> {
      await ready;
      const part = join(folder, makeId());
      try {
        const bytes = await write(part, limited(stream, limit));
        await handOn(part);
        return bytes;
      } finally {
        await rm(part, { force: true });
      }
    },
  };
}

/**
 * Writes and syncs a new file; returns its size. The file is closed when it returns or throws, so that it can be
 * removed.
 */
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

/**
 * Removes files of killed processes from `incoming`, now and every hour: those older than an hour, because no upload
 * takes that long. Several processes may share the folder, so the age matters at startup too.
 * @returns a function that stops it
 */
export function cleanIncomingHourly(incoming: string, log: Logger): () => void {
  const removeLeftovers = () =>
    removeOld(incoming).catch((error: unknown) => log.error({ err: error }, "old uploads can't be removed"));
  void removeLeftovers();
  const timer = setInterval(removeLeftovers, hour).unref();
  return () => clearInterval(timer);
}

async function removeOld(incoming: string): Promise<void> {
  // the folder is missing if there were no uploads yet
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > hour) await rm(path, { force: true, recursive: true });
  }
}

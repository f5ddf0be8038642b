import type { Answer } from "#api/lib/answer";

/** The storage for uploads. Ids are unguessable; callers check who may read a file. */
export interface FileStore {
  /**
   * Stores a stream completely or not at all: beyond `limit` bytes it throws `FileTooLarge`, a broken stream throws
   * its own error, and neither leaves anything behind. `id` stores a file under the id it had in another store.
   */
  put(
    stream: AsyncIterable<Uint8Array>,
    options: { limit: number; id?: string },
  ): Promise<{ id: string; bytes: number }>;
  /** Null if there is no such file. */
  open(id: string): Promise<{ stream: ReadableStream<Uint8Array>; bytes: number } | null>;
  /** Removing a missing file is not an error. */
  remove(id: string): Promise<void>;
  /** Lists the ids of all complete files, in no order; with `before`, of those stored before that time. */
  list(before?: Date): AsyncIterable<string>;
  /** Makes a harmless request and returns the storage location; throws a plain message if files can't be stored. */
  check(): Promise<string | Answer>;
}

/** Ids are generated here, but they come back in requests: no other name may lead into a store. */
export const isFileId = (id: string): boolean => /^[a-z0-9]{16,64}$/.test(id);

/** Returns the id; throws if it is invalid. */
export function fileId(id: string): string {
  if (!isFileId(id)) throw new Error("a file id is of letters and digits");
  return id;
}

export class FileTooLarge extends Error {
  constructor(readonly limit: number) {
    super(`more than ${limit} bytes`);
    this.name = "FileTooLarge";
  }
}

/** Passes chunks on up to `limit` bytes, then throws. */
export async function* limited(stream: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new FileTooLarge(limit);
    yield chunk;
  }
}

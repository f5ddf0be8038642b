/** Where uploads are kept. Ids are unguessable; who may read a file is decided by who asks, not here. */
export interface FileStore {
  /**
   * Keeps a stream whole or not at all: past `limit` bytes it throws `FileTooLarge`, a stream that breaks off throws its own error,
   * and neither leaves anything behind. `id` keeps a file under the id it had in another store.
   */
  put(
    stream: AsyncIterable<Uint8Array>,
    options: { limit: number; id?: string },
  ): Promise<{ id: string; bytes: number }>;
  /** Null where there is no such file. */
  open(id: string): Promise<{ stream: ReadableStream<Uint8Array>; bytes: number } | null>;
  /** Removing what is not there is no error. */
  remove(id: string): Promise<void>;
  /** The ids of all files that are there whole, in no order; with `before`, of those that were put before that moment. */
  list(before?: Date): AsyncIterable<string>;
  /** Asks something harmless and says where files are kept; throws in plain words where they can't be. */
  check(): Promise<string>;
}

/** Ids are made here, but they come back through requests: no other name leads into a store. */
export const isFileId = (id: string): boolean => /^[a-z0-9]{16,64}$/.test(id);

/** The id itself; throws where it is none. */
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

/** Passes chunks on while they fit into `limit` bytes, then throws. */
export async function* limited(stream: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new FileTooLarge(limit);
    yield chunk;
  }
}

import { Zip, ZipDeflate } from "fflate";

/** One file of an archive, in chunks. */
export type ZipFile = { name: string; chunks: AsyncIterable<Uint8Array | string> };

/** Streams an archive; no file is held in memory as a whole. */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  const encoder = new TextEncoder();
  for await (const { name, chunks } of files) {
    const entry = new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    for await (const chunk of chunks) {
      entry.push(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
      yield* written.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written.splice(0);
}

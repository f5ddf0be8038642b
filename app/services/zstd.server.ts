import { compressUsingDict, createCCtx, init } from "@bokuweb/zstd-wasm";

/** Less than brotli 5 takes for the same page without a dictionary; above it the time grows by five and the page shrinks by a fiftieth. */
const quality = 10;

let context: number | undefined;
// node:zlib has dictionaries for zstd from Node 22.15 on: this package goes then
init().then(
  () => (context = createCCtx()),
  () => undefined,
);

/** Whether the compressor is there already; until then documents go out as for any other browser. */
export const isZstdReady = (): boolean => context !== undefined;

/** A frame of zstd by a raw dictionary. */
export function zstd(bytes: Buffer, dictionary: Buffer, level = quality): Buffer {
  if (context === undefined) throw new Error("The compressor has not been read yet");
  return Buffer.from(compressUsingDict(context, bytes, dictionary, level));
}

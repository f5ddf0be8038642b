// Writes a `.br` and a `.gz` beside each built file, for the server that sends them: the cabinet itself, or one in
// front of it. Every build does this; `tools/bench/peer` runs it for a folder of its own.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Pictures and fonts are compressed already. */
const compressible = /\.(js|css|svg|json|txt)$/;

/** Compresses every file of a folder that becomes smaller. */
export function precompress(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => compressible.test(one))) {
    const bytes = readFileSync(join(folder, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

const [, program, folder] = process.argv;
if (folder && program === fileURLToPath(import.meta.url)) precompress(folder);

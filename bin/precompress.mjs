// `npm run precompress`: puts a `.br` and a `.gz` beside each built file, for a server such as Caddy that sends them as they are.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = "build/client/assets";
/** Less than this fits into one packet anyway; pictures and fonts are compressed already. */
const smallestBytes = 1024;
const compressible = /\.(js|css|svg|json|txt)$/;

for (const name of readdirSync(folder).filter((one) => compressible.test(one))) {
  const bytes = readFileSync(join(folder, name));
  if (bytes.length < smallestBytes) continue;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}

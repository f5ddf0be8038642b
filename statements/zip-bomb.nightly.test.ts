import { Zip, ZipDeflate } from "fflate";
import { expect, test } from "vitest";
import { importLimits } from "./limits";
import { readStatement } from "./read-statement";

test("a zip bomb is not unpacked beyond the size limit of a statement", async () => {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const part = new ZipDeflate("xl/worksheets/sheet1.xml", { level: 1 });
  zip.add(part);
  const megabyte = new TextEncoder().encode(" ".repeat(1024 * 1024));
  for (let size = 0; size <= importLimits.unpackedBytes; size += megabyte.length) part.push(megabyte);
  part.push(new Uint8Array(), true);
  zip.end();
  const bomb = new Uint8Array(Buffer.concat(chunks));
  expect(bomb.length).toBeLessThan(4 * 1024 * 1024);
  await expect(readStatement(bomb, { base: 0, summer: null })).rejects.toMatchObject({
    code: "importUnpacksTooLarge",
  });
});

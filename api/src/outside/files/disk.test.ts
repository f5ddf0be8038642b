import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { randomIds } from "#api/values/ids";
import { diskFiles } from "./disk";
import { FileTooLarge } from "./store";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-"));
});
afterEach(() => rm(folder, { recursive: true }));

const store = () => diskFiles({ folder, makeId: randomIds.id });
const onDisk = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

async function* chunks(count: number, size = 1000): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield new Uint8Array(size).fill(i);
}

it("gives back what was put in, also by another process", async () => {
  const { id, bytes } = await store().put(chunks(5), { limit: 5000 });
  expect(bytes).toBe(5000);
  const found = await store().open(id);
  expect(found?.bytes).toBe(5000);
  const back = new Uint8Array(await new Response(found?.stream).arrayBuffer());
  expect([back[0], back[1000], back[4999]]).toEqual([0, 1, 4]);
});

it("stops reading at the limit and leaves nothing behind", async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read++;
      yield new Uint8Array(1000);
    }
  }
  await expect(store().put(endless(), { limit: 4999 })).rejects.toThrow(FileTooLarge);
  expect(read).toBeLessThan(200);
  expect(await onDisk()).toEqual([]);
});

it("leaves nothing behind of an upload that was cut", async () => {
  async function* cut() {
    yield new Uint8Array(1000);
    throw new Error("the line went down");
  }
  await expect(store().put(cut(), { limit: 5000 })).rejects.toThrow("the line went down");
  expect(await onDisk()).toEqual([]);
});

it("clears away what a killed process left, but not what is being written now", async () => {
  await store().put(chunks(1), { limit: 5000 });
  const [old, fresh] = [join(folder, "incoming/old"), join(folder, "incoming/fresh")];
  await Promise.all([writeFile(old, "half"), writeFile(fresh, "half")]);
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(old, hoursAgo, hoursAgo);
  await store().put(chunks(1), { limit: 5000 });
  expect(await readdir(join(folder, "incoming"))).toEqual(["fresh"]);
});

it("removes, also twice, and knows nothing of names that it did not make", async () => {
  const files = store();
  const { id } = await files.put(chunks(1), { limit: 5000 });
  await files.remove(id);
  await files.remove(id);
  expect(await files.open(id)).toBeNull();
  await writeFile(join(folder, "secret"), "x");
  for (const name of ["../secret", "secret", "incoming", "..%2fsecret", ""])
    expect(await files.open(name)).toBeNull();
});

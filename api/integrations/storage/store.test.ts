import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { randomIds } from "#api/lib/ids";
import { chooseFiles } from "./index";
import type { FileStore } from "./store";
import { FileTooLarge } from "./store";
import { startS3 } from "./testing/s3-server";

let dataDir: string;
let server: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  server = await startS3();
});
afterAll(() => server.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "files-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const inFolder = (name: string) => join(dataDir, "files", name);
const onDisk = async () =>
  (await readdir(inFolder(""), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

async function* chunks(count: number, size = 1000): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield new Uint8Array(size).fill(i);
}

async function idsIn(store: FileStore, before?: Date): Promise<string[]> {
  const found: string[] = [];
  for await (const id of store.list(before)) found.push(id);
  return found.sort();
}

const bytesOf = async (store: FileStore, id: string) => {
  const found = await store.open(id);
  return found && Buffer.from(await new Response(found.stream).arrayBuffer());
};

describe.each([
  ["on the disk", () => chooseFiles({ dataDir })],
  ["in a bucket", () => chooseFiles({ dataDir, bucket: server.bucket })],
])("file store %s", (_, store) => {
  afterEach(async () => {
    for (const id of await idsIn(store())) await store().remove(id);
  });

  it("reads files back unchanged, also in another process, and writes them nowhere else", async () => {
    const { id, bytes } = await store().put(chunks(5), { limit: 5000 });
    expect(bytes).toBe(5000);
    const found = await store().open(id);
    expect(found?.bytes).toBe(5000);
    const back = new Uint8Array(await new Response(found?.stream).arrayBuffer());
    expect([back[0], back[1000], back[4999]]).toEqual([0, 1, 4]);
    expect(await readdir(inFolder("incoming"))).toEqual([]);
    expect(await idsIn(store())).toEqual([id]);
  });

  it("lists files by the time they were stored", async () => {
    const { id } = await store().put(chunks(1), { limit: 5000 });
    const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    expect(await idsIn(store(), minutesFromNow(-5))).toEqual([]);
    expect(await idsIn(store(), minutesFromNow(5))).toEqual([id]);
  });

  it("stores large and empty files", async () => {
    const large = await store().put(chunks(200, 100_003), { limit: 30_000_000 });
    const expected = createHash("sha256");
    for await (const chunk of chunks(200, 100_003)) expected.update(chunk);
    const back = (await bytesOf(store(), large.id)) ?? Buffer.alloc(0);
    expect(createHash("sha256").update(back).digest("hex")).toBe(expected.digest("hex"));
    const empty = await store().put(chunks(0), { limit: 10 });
    expect([empty.bytes, (await bytesOf(store(), empty.id))?.length]).toEqual([0, 0]);
  });

  it("reads an upload up to its limit, and leaves nothing of a longer one", async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read++;
        yield new Uint8Array(1000);
      }
    }
    await expect(store().put(endless(), { limit: 4999 })).rejects.toThrow(FileTooLarge);
    expect(read).toBeLessThan(200);
    expect([await onDisk(), await idsIn(store())]).toEqual([[], []]);
  });

  it("leaves nothing behind of an upload that was cut", async () => {
    async function* cut() {
      yield new Uint8Array(1000);
      throw new Error("the line went down");
    }
    await expect(store().put(cut(), { limit: 5000 })).rejects.toThrow("the line went down");
    expect([await onDisk(), await idsIn(store())]).toEqual([[], []]);
  });

  it("stores a file under an id from another store, also repeatedly and after a killed process", async () => {
    const id = randomIds.id();
    await store().put(chunks(1), { limit: 5000 });
    await writeFile(join(inFolder("incoming"), id), "half");
    await store().put(chunks(2), { limit: 5000, id });
    await store().put(chunks(3), { limit: 5000, id });
    expect((await bytesOf(store(), id))?.length).toBe(3000);
    expect(await idsIn(store())).toHaveLength(2);
  });

  it("removes files, also twice, and rejects names that it did not create", async () => {
    const { id } = await store().put(chunks(1), { limit: 5000 });
    await store().remove(id);
    await store().remove(id);
    expect(await store().open(id)).toBeNull();
    expect(await store().open(randomIds.id())).toBeNull();
    await writeFile(inFolder("secret"), "x");
    for (const name of ["../secret", "secret", "incoming", "..%2fsecret", "", "/", `${id}/..`, `${id}?acl`]) {
      expect(await store().open(name)).toBeNull();
      await store().remove(name);
      await expect(store().put(chunks(1), { limit: 5000, id: name })).rejects.toThrow("letters and digits");
    }
    expect(await readFile(inFolder("secret"), "utf8")).toBe("x");
  });

  it("clears leftovers of a killed process, but not files being written now", async () => {
    await store().put(chunks(1), { limit: 5000 });
    const [old, fresh] = [inFolder("incoming/old"), inFolder("incoming/fresh")];
    await Promise.all([writeFile(old, "half"), writeFile(fresh, "half")]);
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(old, hoursAgo, hoursAgo);
    await store().put(chunks(1), { limit: 5000 });
    expect(await readdir(inFolder("incoming"))).toEqual(["fresh"]);
  });
});

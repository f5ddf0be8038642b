import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { copyFiles } from "#api/integrations/storage/copy";
import type { FileStores } from "#api/integrations/storage/index";
import { fileStores } from "#api/integrations/storage/index";
import type { FileStore } from "#api/integrations/storage/store";
import { startS3 } from "#api/integrations/storage/testing/s3-server";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { runAdmin } from "./testing";

let api: TestApi;
let server: Awaited<ReturnType<typeof startS3>>;
let stores: FileStores & { s3: FileStore };
let dataDir: string;
beforeAll(async () => {
  [api, server] = await Promise.all([testApi(), startS3()]);
  dataDir = await mkdtemp(join(tmpdir(), "files-move-"));
  const { disk, s3 } = fileStores({ dataDir, bucket: server.bucket });
  if (!s3) throw new Error("no bucket");
  stores = { disk, s3 };
});
afterAll(async () => {
  await Promise.all([api.close(), server.close(), rm(dataDir, { recursive: true })]);
});
afterEach(async () => {
  for (const store of [stores.disk, stores.s3]) for await (const id of store.list()) await store.remove(id);
});

async function* streamOf(text: string) {
  yield Buffer.from(text);
}

const textIn = async (store: FileStore, id: string) => {
  const found = await store.open(id);
  return found && new Response(found.stream).text();
};

async function idsIn(store: FileStore) {
  const found: string[] = [];
  for await (const id of store.list()) found.push(id);
  return found.sort();
}

async function putMany(store: FileStore, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++)
    ids.push((await store.put(streamOf(`text ${at} `.repeat(at)), { limit: 100_000 })).id);
  return ids.sort();
}

const run = (...args: string[]) => {
  const deps = { ...api.deps, settings: { ...api.deps.settings, dataDir, bucket: server.bucket } };
  return runAdmin({ deps }, "--json", "--yes", "files", ...args);
};

test("every file is copied to the bucket and back and compared, and the command reports it", async () => {
  const ids = await putMany(stores.disk, 25);
  const texts = await Promise.all(ids.map((id) => textIn(stores.disk, id)));
  expect(JSON.parse(await run("copy", "--to", "s3"))).toMatchObject({ copied: 25, wereThere: 0, gone: 0 });
  expect([await idsIn(stores.s3), await idsIn(stores.disk)]).toEqual([ids, ids]);
  const later = await stores.disk.put(streamOf("came meanwhile"), { limit: 100 });
  const output = JSON.parse(await run("move", "--to", "s3"));
  expect(output).toMatchObject({ copied: 1, wereThere: 25, gone: 0 });
  expect(output.to).toContain("In the bucket cabinet-uploads");
  expect(await idsIn(stores.disk)).toEqual([]);
  expect(await textIn(stores.s3, later.id)).toBe("came meanwhile");
  expect(JSON.parse(await run("move", "--to", "disk"))).toMatchObject({ copied: 26, wereThere: 0, gone: 0 });
  expect(await Promise.all(ids.map((id) => textIn(stores.disk, id)))).toEqual(texts);
  expect(await idsIn(stores.s3)).toEqual([]);
});

/** Returns a file store that behaves as if the process were killed at its sixth upload. */
function killedAtSix(): FileStore {
  let putCount = 0;
  const put: FileStore["put"] = (...parameters) =>
    ++putCount > 5 ? Promise.reject(new Error("killed")) : stores.s3.put(...parameters);
  return { ...stores.s3, put };
}

test("a killed copy can be run again: complete files stay, incomplete ones are copied again", async () => {
  const ids = await putMany(stores.disk, 12);
  await expect(copyFiles(stores.disk, killedAtSix())).rejects.toThrow("killed");
  const arrived = await idsIn(stores.s3);
  expect(arrived).toHaveLength(5);
  await writeFile(server.pathOf(arrived[2] ?? ""), "spoilt");
  expect(await copyFiles(stores.disk, stores.s3)).toMatchObject({ copied: 8, wereThere: 4, gone: 0 });
  const textsIn = (store: FileStore) => Promise.all(ids.map((id) => textIn(store, id)));
  expect(await textsIn(stores.s3)).toEqual(await textsIn(stores.disk));
});

test("a killed move loses nothing", async () => {
  const ids = await putMany(stores.disk, 12);
  await expect(copyFiles(stores.disk, killedAtSix(), { thenRemove: true })).rejects.toThrow("killed");
  expect([...new Set([...(await idsIn(stores.disk)), ...(await idsIn(stores.s3))])].sort()).toEqual(ids);
  await copyFiles(stores.disk, stores.s3, { thenRemove: true });
  expect([await idsIn(stores.disk), await idsIn(stores.s3)]).toEqual([[], ids]);
});

test("a file that changes on the way is reported, and stays where it was", async () => {
  const { id } = await stores.disk.put(streamOf("some text"), { limit: 100 });
  const careless: FileStore = {
    ...stores.s3,
    async put(stream, options) {
      const stored = await stores.s3.put(stream, options);
      await writeFile(server.pathOf(stored.id), "some test");
      return stored;
    },
  };
  await expect(copyFiles(stores.disk, careless, { thenRemove: true })).rejects.toThrow(id);
  expect(await textIn(stores.disk, id)).toBe("some text");
  expect(await copyFiles(stores.disk, stores.s3, { thenRemove: true })).toMatchObject({ copied: 1 });
  expect(await readFile(server.pathOf(id), "utf8")).toBe("some text");
});

test("without a bucket the missing settings are named", async () => {
  await expect(runAdmin(api, "files", "copy", "--to", "s3")).rejects.toThrow("S3_BUCKET");
});

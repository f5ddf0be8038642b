import { utimes } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { monitoringImports } from "#api/db/schema/monitoring-notices";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { uploadAvatar } from "#contract/profile/index";
import { createTicket } from "#contract/support/index";
import { deleteOrphanFiles } from "./all-jobs";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

async function* tenBytes() {
  yield new Uint8Array(10);
}
const storeFile = async () => (await api.deps.files.put(tenBytes(), { limit: 10 })).id;

async function listFiles(): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of api.deps.files.list()) ids.push(id);
  return ids.sort();
}

async function age(id: string, hours: number): Promise<void> {
  const at = new Date(api.deps.clock.now().getTime() - hours * 3_600_000);
  await utimes(join(api.deps.settings.dataDir, id.slice(0, 2), id), at, at);
}

it("removes unreferenced files after a day, and none of tickets, avatars and imports", async () => {
  const { token } = await api.newClient();
  const red = { width: 300, height: 300, channels: 3, background: "red" } as const;
  const bytes = await sharp({ create: red }).png().toBuffer();
  const picture = new File([bytes as BlobPart], "me.png", { type: "image/png" });
  const ticketFields = { title: "Terminal", text: "It does not start", departmentId: "technical" };
  expect((await api.call(createTicket, { ...ticketFields, files: [picture] }, { token })).ok).toBe(true);
  expect((await api.call(uploadAvatar, { avatar: picture }, { token })).ok).toBe(true);
  await newTerminal(api, token);
  const [account] = await api.db.select().from(monitoringAccounts);
  const statement = { fileId: await storeFile(), fileName: "x.html", zone: "utc", state: "ready" } as const;
  const of = { id: "of-a-file", accountId: account?.id ?? "", createdAt: api.deps.clock.now() };
  await api.db.insert(monitoringImports).values({ ...of, ...statement });
  const [old, young] = [await storeFile(), await storeFile()];
  const before = await listFiles();
  expect(before.length).toBeGreaterThan(4);
  for (const id of before) await age(id, id === young ? 23 : 25);
  await deleteOrphanFiles.handle({}, api.deps);
  expect(await listFiles()).toEqual(before.filter((id) => id !== old));
});

it("removes all unreferenced files, however many there are, and reports their number", async () => {
  const warn = vi.spyOn(api.deps.log, "warn");
  const before = await listFiles();
  const many = await Promise.all(Array.from({ length: 201 }, storeFile));
  for (const id of many) await age(id, 25);
  await deleteOrphanFiles.handle({}, api.deps);
  expect(await listFiles()).toEqual(before);
  expect(warn).toHaveBeenCalledWith({ files: 201 }, "files that no row knew were removed");
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { diskFiles } from "#api/integrations/storage/disk";
import type { FileStore } from "#api/integrations/storage/store";
import { randomIds } from "#api/lib/ids";
import { removeFiles } from "#api/queue/remove-files";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { writers } from "#tools/statement-generators/index";
import { histories, importingAccount } from "./testing";

let api: TestApi;
let folder: string;
/** Runs once in the middle of the next upload, when its file is stored or opened. */
const meanwhile: Partial<Record<"stored" | "opened", () => Promise<unknown>>> = {};
const happen = async (when: "stored" | "opened") => {
  const now = meanwhile[when];
  delete meanwhile[when];
  await now?.();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cabinet-deleted-account-"));
  const disk = diskFiles({ folder, makeId: randomIds.id });
  const files: FileStore = {
    ...disk,
    async put(...parameters) {
      const stored = await disk.put(...parameters);
      await happen("stored");
      return stored;
    },
    async open(id) {
      await happen("opened");
      return disk.open(id);
    },
  };
  api = await testApi({ files });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

async function listFiles(): Promise<string[]> {
  await runDueJobs(api.deps, [removeFiles], { only: removeFiles.name });
  const ids: string[] = [];
  for await (const id of api.deps.files.list()) ids.push(id);
  return ids;
}

async function withAccount() {
  const account = await importingAccount(api);
  const history = fc.sample(histories, { seed: 7, numRuns: 30 }).find(({ trades }) => trades.length > 8);
  const bytes = history && (await writers["fx-blue"]?.write(history, { minutes: 180, cancelled: 0 }));
  if (!bytes) throw new Error("no statement");
  const file = new File([new Uint8Array(bytes)], "history.csv");
  const { token, id: monitoringId } = account;
  return {
    ...account,
    upload: () => account.upload(file),
    remove: () => api.call(contract.deleteAccount, { monitoringId }, { token }),
  };
}

describe("deleting a trading account", () => {
  it("deletes the files of its uploads", async () => {
    const { upload, remove } = await withAccount();
    expect((await upload()).status).toBe(200);
    expect(await listFiles()).toHaveLength(1);
    expect((await remove()).status).toBe(200);
    expect(await listFiles()).toEqual([]);
  });

  it.each(["stored", "opened"] as const)(
    "while an upload is %s: answers that with 404 and stores no file",
    async (when) => {
      const { upload, remove } = await withAccount();
      meanwhile[when] = remove;
      const { status, error } = await upload();
      expect([status, error.code]).toEqual([404, "notFound"]);
      expect(await listFiles()).toEqual([]);
    },
  );

  it("while an import runs: imports nothing and is no error", async () => {
    const { upload, settled: waitForImport, remove, confirm } = await withAccount();
    const { importId } = (await upload()).body;
    expect((await waitForImport(importId)).state).toBe("ready");
    meanwhile.opened = remove;
    expect((await confirm(importId)).status).toBe(200);
    expect(await listFiles()).toEqual([]);
  });
});

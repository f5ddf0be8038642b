import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { removeFilesOf } from "./remove-files";

let api: TestApi;
let id: string;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  const bytes = (async function* () {
    yield new Uint8Array([1, 2, 3]);
  })();
  id = (await api.deps.files.put(bytes, { limit: 10 })).id;
});

const isThere = async () => {
  const file = await api.deps.files.open(id);
  await file?.stream.cancel();
  return file !== null;
};

describe("files of deleted rows", () => {
  it("stay if the transaction is rolled back", async () => {
    const rolledBack = transaction(api.db, async (tx) => {
      await removeFilesOf(tx, [id]);
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await runDueJobs(api.deps);
    expect(await isThere()).toBe(true);
  });

  it("are removed by a job of the same transaction, in whichever process runs it", async () => {
    await transaction(api.db, (tx) => removeFilesOf(tx, [id, null]));
    expect(await isThere()).toBe(true);
    await runDueJobs(api.deps);
    expect(await isThere()).toBe(false);
  });

  it("may be missing already", async () => {
    await api.deps.files.remove(id);
    await transaction(api.db, (tx) => removeFilesOf(tx, [id]));
    await runDueJobs(api.deps);
    expect(await isThere()).toBe(false);
  });
});

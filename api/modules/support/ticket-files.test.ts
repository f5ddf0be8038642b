import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { StoredFile } from "./ticket-files";
import { withStoredFiles } from "./ticket-files";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const file = new File(["%PDF-1.7 answer"], "answer.pdf", { type: "application/pdf" });
const outage = () => Object.assign(new Error("the server is going down"), { code: "57P01" });

/** Returns how many of the files stored for a failing piece of work still exist afterwards. */
async function leftAfter(work: (use: () => void) => Promise<never>): Promise<number> {
  let stored: StoredFile[] = [];
  const failing = withStoredFiles(api.deps, [file, file], (files, use) => {
    stored = files;
    return work(use);
  });
  await expect(failing).rejects.toThrow();
  const found = await Promise.all(stored.map(({ storeId }) => api.deps.files.open(storeId)));
  await Promise.all(found.map((one) => one?.stream.cancel()));
  return found.filter(Boolean).length;
}

it("keeps files whose message may have been committed before the database went away", async () => {
  const inCommit = leftAfter(async (use) => {
    use();
    throw outage();
  });
  expect(await inCommit).toBe(2);
});

it("deletes files of messages that were rejected, failed, or were never written", async () => {
  const failed = leftAfter(async (use) => {
    use();
    throw new Error("a fault");
  });
  expect(await failed).toBe(0);
  const early = leftAfter(async () => {
    throw outage();
  });
  expect(await early).toBe(0);
});

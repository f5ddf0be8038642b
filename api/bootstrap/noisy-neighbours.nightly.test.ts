import { readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { heavyRequests } from "#api/testing/heavy-requests";
import { measureNoisyNeighbour } from "#api/testing/noisy-neighbour";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const incoming = () => join(api.deps.settings.dataDir, "files/incoming");

async function openFiles() {
  const handles = await Promise.all(
    (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
  );
  return handles.filter((path) => path.startsWith(incoming()));
}

/** How long other clients may block a page, even on a busy machine. */
const longestStopMilliseconds = 1_000;

test.each(heavyRequests.map((load) => [load.name, load] as const))(
  "other clients are served during heavy load by one client: %s",
  async (_name, load) => {
    const { statuses, longestStop } = await measureNoisyNeighbour(api, load, 20);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(longestStop).toBeLessThan(longestStopMilliseconds);
    // nothing is left behind: no connection, no file, no folder
    const { totalCount, idleCount, waitingCount } = api.db.$client;
    expect([totalCount - idleCount, waitingCount]).toEqual([0, 0]);
    expect([await readdir(incoming()).catch(() => []), await openFiles()]).toEqual([[], []]);
  },
  60_000,
);

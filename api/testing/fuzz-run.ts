import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestApi } from "#api/testing";
import { randomOf, requestFor } from "./fuzz";

const sessionMilliseconds = 10 * 60_000;

/**
 * Sends random requests of a seed, eight at a time; returns the faults (5xx or no response), and the files and
 * connections left over.
 */
export async function fuzzRequests(api: TestApi, seed: number, count: number) {
  const random = randomOf(seed);
  const statuses: Record<number, number> = {};
  const faults: string[] = [];
  let tokens: string[] = [];
  let openedAt = Number.NEGATIVE_INFINITY;
  for (let sent = 0; sent < count; sent += 8) {
    if (api.deps.clock.now().getTime() - openedAt > sessionMilliseconds || sent % 200 === 0) {
      tokens = [(await api.newClient()).token, (await api.newClient()).token];
      openedAt = api.deps.clock.now().getTime();
    }
    const requests = Array.from({ length: Math.min(8, count - sent) }, () => requestFor(random, tokens));
    await Promise.all(
      requests.map(async ({ name, path, init }) => {
        const answer = await api.fetch(path, init).catch((error: unknown) => error as Error);
        const status = answer instanceof Error ? 599 : answer.status;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (answer instanceof Response) await answer.arrayBuffer();
        if (status >= 500)
          faults.push(`${status} ${name} ${path.slice(0, 200)} ${String(init.body).slice(0, 400)}`);
      }),
    );
    // passes the rate limits of a minute, so that requests get further than a limit
    api.pass({ seconds: 61 });
  }
  const left = await readdir(join(api.deps.settings.dataDir, "files/incoming")).catch(() => []);
  const busyConnections = api.db.$client.totalCount - api.db.$client.idleCount;
  return { statuses, faults, left, held: busyConnections };
}

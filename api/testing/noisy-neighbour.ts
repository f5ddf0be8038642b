import { monitorEventLoopDelay } from "node:perf_hooks";
import type { TestApi } from "#api/testing";
import * as user from "#contract/users/index";
import type { HeavyRequest } from "./heavy-requests";

/** Returns a percentile of the values; 0 if there are none. */
export const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/**
 * Measures how a client is affected while another one repeats a heavy request: the times of `asks` calls
 * (milliseconds, 99th percentile), every status of both, the maximum of connections in use, and the longest block of
 * the event loop (milliseconds).
 */
export async function measureNoisyNeighbour(
  api: TestApi,
  heavyRequest: HeavyRequest | null,
  requestCount: number,
) {
  const [greedy, neighbour] = [await api.newClient(), await api.newClient()];
  const headers = { authorization: `Bearer ${neighbour.token}`, "x-client-address": "10.1.1.1" };
  const statuses: number[] = [];
  const met: number[] = [];
  let isOver = false;
  let maxConnections = 0;
  const attack = async () => {
    for (let round = 0; heavyRequest && !isOver; round++) {
      const answers = await Promise.all(heavyRequest.send(api, greedy, round));
      statuses.push(...answers.map(({ status }) => status));
    }
  };
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const attacking = attack();
  for (let request = 0; request < requestCount; request++) {
    const startedAt = performance.now();
    const { status } = await api.fetch(user.currentUser.path, { headers });
    met.push(performance.now() - startedAt);
    statuses.push(status);
    maxConnections = Math.max(maxConnections, api.db.$client.totalCount - api.db.$client.idleCount);
  }
  isOver = true;
  await attacking;
  loop.disable();
  return { p99: percentile(met, 0.99), statuses, held: maxConnections, longestStop: loop.max / 1e6 };
}

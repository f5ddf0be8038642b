import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, bench, describe } from "vitest";
import { hashPassword } from "#api/auth/passwords";
import { createDeps } from "#api/bootstrap/create-deps";
import type { Deps } from "#api/deps";
import type { HeavyRequest } from "#api/testing/heavy-requests";
import { heavyRequests } from "#api/testing/heavy-requests";
import { percentile } from "#api/testing/noisy-neighbour";
import { testPassword } from "#api/testing/test-password";
import * as user from "#contract/users/index";
import type { ApiProcess } from "#tools/crash-tests/api-processes";
import { startApiProcess } from "#tools/crash-tests/api-processes";
import { bundleProgram } from "#tools/crash-tests/bundle-program";
import { createClient } from "#tools/crash-tests/create-client";

/**
 * Latency of another client's requests during the worst known load by one client; the goal is at most three times the
 * quiet value.
 */
const goal = 3;
const requestCount = 300;
/** Requests before measuring, while the attacker starts. */
const warmUpRequests = 30;

const lines: string[] = [];
let folder: string;
let deps: Deps;
let stop: () => Promise<void>;
let api: ApiProcess;
let programs: Awaited<ReturnType<typeof bundleProgram>>[] = [];
let passwordHash: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cabinet-neighbours-"));
  await chmod(folder, 0o711);
  const environment = { DATA_DIR: folder, LOG_LEVEL: "silent", TRUST_CABINET: "1" };
  Object.assign(process.env, environment);
  programs = await Promise.all(
    ["api/cli/api.ts", "tools/bench/noisy-neighbours/attacker.ts"].map(bundleProgram),
  );
  ({ deps, stop } = await createDeps({ withWorker: false }));
  api = await startApiProcess(programs[0]?.file ?? "", environment, (what) => lines.push(what));
  passwordHash = await hashPassword(deps, testPassword);
}, 120_000);
afterAll(async () => {
  process.stdout.write(`${lines.join("\n")}\n`);
  await api.stop();
  await stop();
  await Promise.all(programs.map(({ remove }) => remove()));
  await rm(folder, { recursive: true, force: true });
});

/**
 * Returns the 99th percentile, in milliseconds, of a neighbour's consecutive requests during a load by one client.
 */
async function neighbour(load: HeavyRequest | null): Promise<number> {
  const greedy = await createClient(deps, { cents: 100_000, passwordHash });
  const { token } = await createClient(deps, { cents: 100 });
  const headers = { authorization: `Bearer ${token}`, "x-client-address": "10.1.1.1" };
  let attacker: ChildProcess | undefined;
  if (load) {
    const { id, email } = greedy;
    const parameters = [programs[1]?.file ?? "", api.origin, load.name, id, email, greedy.token];
    attacker = spawn(process.execPath, parameters, { stdio: ["ignore", "ignore", "inherit"] });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
  const met: number[] = [];
  for (let request = 0; request < warmUpRequests + requestCount; request++) {
    const startedAt = performance.now();
    const answer = await fetch(`${api.origin}/api${user.currentUser.path}`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) lines.push(`${answer.status} for a neighbour: ${load?.name}`);
    if (request >= warmUpRequests) met.push(performance.now() - startedAt);
  }
  if (attacker?.exitCode !== null && attacker) lines.push(`the attacker ended: ${load?.name}`);
  attacker?.kill("SIGKILL");
  if (attacker && attacker.exitCode === null) await once(attacker, "exit");
  return percentile(met, 0.99);
}

describe("another client's 99th percentile while one client does the worst things known", () => {
  let quiet = 0;
  const single = { iterations: 1, warmupIterations: 0, warmupTime: 0, time: 0 };
  bench(
    "quiet",
    async () => {
      quiet = await neighbour(null);
    },
    single,
  );
  for (const load of heavyRequests)
    bench(
      load.name,
      async () => {
        const p99 = await neighbour(load);
        const times = p99 / quiet;
        const mark = times <= goal ? "" : "  over the goal";
        lines.push(
          `${times.toFixed(1).padStart(6)}x  p99 ${p99.toFixed(0)} ms (quiet ${quiet.toFixed(0)})  ${load.name}${mark}`,
        );
      },
      single,
    );
});

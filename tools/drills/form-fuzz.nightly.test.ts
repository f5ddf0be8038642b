import { chmodSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#api/cli/free-port";
import { randomOf } from "#api/testing/fuzz";
import type { FormRequest } from "./form-fuzz.testing";
import { actionRoutes, formRequest } from "./form-fuzz.testing";
import { processesIn } from "./processes.testing";
import type { Visitor } from "./visitor.testing";
import { visitor } from "./visitor.testing";

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const count = 2_000;
/** Parallel password checks that one core can handle; more would be rejected with a request to retry. */
const concurrency = 4;

let folder: string;
let processes: ReturnType<typeof processesIn>;
let origin = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cabinet-form-fuzz-"));
  chmodSync(folder, 0o711);
  processes = processesIn(folder);
  const port = await freePort();
  processes.run("cabinet", process.execPath, ["bin/serve.mjs"], {
    user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    cwd: process.cwd(),
    env: { DATA_DIR: join(folder, "data"), PORT: String(port), DEMO: "1", LOG_LEVEL: "error" },
  });
  origin = `http://localhost:${port}`;
  // the first start may have to build, so wait twice
  const isUp = () => processes.untilItAnswers(`${origin}/readyz`, "cabinet");
  await isUp().catch(isUp);
}, 300_000);
afterAll(async () => {
  await processes.stop("cabinet");
  await rm(folder, { recursive: true, force: true });
}, 60_000);

let address = 1;
/** Logs a client in from an address without failed logins. */
async function clientFrom(email: string): Promise<Visitor> {
  const client = visitor(origin, `127.0.1.${++address % 250}`);
  await client.submit("/login", { email, password: "demo-password", intent: "login" });
  return client;
}

const isSignedIn = async (client: Visitor) => (await client.send("/profile")).status === 200;

test(`2,000 broken posts to the forms of every page, FUZZ_SEED=${seed}: no 5xx, no hang, nothing left`, async () => {
  const random = randomOf(seed);
  const routes = actionRoutes();
  expect(routes.length).toBeGreaterThan(40);
  expect(routes.flatMap(({ intents }) => intents).length).toBeGreaterThan(30);
  const guest = visitor(origin, "127.0.1.1");
  const emails = ["anna@demo.test", "boris@demo.test", "clara@demo.test"];
  let client = await clientFrom(emails[0] ?? "");
  const html = (await client.send("/vps")).body + (await client.send("/online-monitoring/accounts")).body;
  const ids = [
    ...new Set([...html.matchAll(/\/(?:servers|accounts)\/([\w-]+)/g)].flatMap(([, id]) => id ?? [])),
  ];
  const statuses: Record<number, number> = {};
  const faults: string[] = [];
  const send = async ({ name, path, headers, body }: FormRequest) => {
    const who = random() < 0.85 ? client : guest;
    const answer = await who
      .send(path, { method: "POST", headers, body })
      .catch((error: unknown) => String(error));
    const status = typeof answer === "string" ? 599 : answer.status;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500)
      faults.push(
        `${typeof answer === "string" ? answer : status} ${name} ${path.slice(0, 200)} ${Buffer.from(body.slice(0, 300)).toString()}`,
      );
  };
  for (let sent = 0; sent < count; sent += concurrency) {
    if (sent % 200 === 0 && !(await isSignedIn(client)))
      client = await clientFrom(emails[(sent / 200) % 3] ?? "");
    await Promise.all(Array.from({ length: concurrency }, () => send(formRequest(random, routes, ids))));
  }
  process.stdout.write(`FUZZ_SEED=${seed} ${JSON.stringify(statuses)}\n`);
  const incoming = join(folder, "data/files/incoming");
  const remainingFiles = readdirSync(join(folder, "data/files")).includes("incoming")
    ? readdirSync(incoming)
    : [];
  expect({
    seed,
    faults,
    left: remainingFiles,
    said: processes.outputOf("cabinet").match(/^.*"level":50.*$/gm),
  }).toEqual({
    seed,
    faults: [],
    left: [],
    said: null,
  });
}, 600_000);

import { chmod } from "node:fs/promises";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { createDeps } from "#api/bootstrap/create-deps";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { users } from "#api/db/schema/users";
import { sha256Hex } from "#api/lib/hash";
import { bundleProgram } from "#tools/crash-tests/bundle-program";
import { postgresCpu } from "./postgres-cpu";
import { dealsOf, now, stateOf } from "./sample-posts";
import type { Served } from "./serve";
import { serveApi } from "./serve";
import { withFolder } from "./with-temp-folder";

/** Cost of a terminal's post over HTTP: `npx tsx tools/bench/terminals.ts`. */
const terminals = Number(process.env.TERMINALS ?? 300);
const rounds = Number(process.env.ROUNDS ?? 10);

type Terminal = { key: string; account: string; sent: number };

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

function post(origin: string, key: string, body: object): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${origin}/api/monitoring/ingest`,
      {
        method: "POST",
        agent,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      },
      (answer) =>
        text(answer).then((output) => {
          if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode}: ${output}`));
          resolve(JSON.parse(output) as Record<string, unknown>);
        }, reject),
    );
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify(body));
  });
}

/** Sends `rounds` posts for each terminal, `width` at a time, and prints the cost of one. */
async function measure(
  label: string,
  {
    served,
    dataDir,
    list,
    width,
    body,
  }: {
    served: Served;
    dataDir: string;
    list: Terminal[];
    width: number;
    body: (terminal: Terminal) => object;
  },
) {
  const queue = Array.from({ length: rounds }, () => list).flat();
  const count = queue.length;
  const [before, postgresBefore, startedAt] = [
    await served.usage(),
    await postgresCpu(dataDir),
    performance.now(),
  ];
  const busy = new Set<Terminal>();
  const sender = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (busy.has(next)) continue;
      busy.add(next);
      await post(served.origin, next.key, body(next));
      busy.delete(next);
    }
  };
  await Promise.all(Array.from({ length: width }, sender));
  const seconds = (performance.now() - startedAt) / 1000;
  const [after, postgresAfter] = [await served.usage(), await postgresCpu(dataDir)];
  const node = (after.milliseconds - before.milliseconds) / count;
  const postgres = (postgresAfter - postgresBefore) / count;
  process.stdout.write(
    `${label}, ${width} at once: ${node.toFixed(2)} ms of node, ${postgres.toFixed(2)} ms of PostgreSQL, ${(count / seconds).toFixed(0)} a second, ${after.megabytes.toFixed(0)} MB\n`,
  );
}

/** Sends `aSecond` posts a second without waiting for responses, as independent terminals do. */
async function measureAtRate(
  label: string,
  {
    served,
    dataDir,
    list,
    aSecond,
    body,
  }: {
    served: Served;
    dataDir: string;
    list: Terminal[];
    aSecond: number;
    body: (terminal: Terminal) => object;
  },
) {
  const count = Math.round(aSecond * 15);
  const [before, postgresBefore, startedAt] = [
    await served.usage(),
    await postgresCpu(dataDir),
    performance.now(),
  ];
  const waits: number[] = [];
  const sent: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const early = startedAt + (index / aSecond) * 1000 - performance.now();
    if (early > 1) await pause(early);
    const terminal = list[(index * 7) % list.length];
    if (!terminal) continue;
    const sentAt = performance.now();
    sent.push(
      post(served.origin, terminal.key, body(terminal)).then(
        () => void waits.push(performance.now() - sentAt),
      ),
    );
  }
  await Promise.all(sent);
  const seconds = (performance.now() - startedAt) / 1000;
  const [after, postgresAfter] = [await served.usage(), await postgresCpu(dataDir)];
  const [node, postgres] = [after.milliseconds - before.milliseconds, postgresAfter - postgresBefore];
  waits.sort((a, b) => a - b);
  const [median, late] = [0.5, 0.99].map((share) => waits[Math.floor(waits.length * share)]?.toFixed(0));
  process.stdout.write(
    `${label}: ${(count / seconds).toFixed(0)} a second, ${(node / count).toFixed(2)} ms of node, ${(postgres / count).toFixed(2)} ms of PostgreSQL, ${((100 * (node + postgres)) / 1000 / seconds).toFixed(0)} % of a core; answered in ${median} ms, 99 of 100 in ${late} ms\n`,
  );
}

await withFolder(async (dataDir) => {
  await chmod(dataDir, 0o711);
  Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  const { deps, stop } = await createDeps({ withWorker: false });
  const program = await bundleProgram("api/cli/api.ts");
  const served = await serveApi(program.file, dataDir);
  try {
    const list = Array.from(
      { length: terminals },
      (_, index): Terminal => ({
        key: `key-${index}-0123456789abcdef`,
        account: String(500_000 + index),
        sent: 0,
      }),
    );
    await deps.db.insert(users).values(
      list.map(({ account }) => ({
        id: `u${account}`,
        email: `${account}@example.test`,
        name: "Client",
        passwordHash: "none",
        referralCode: account,
        createdAt: new Date(),
        emailVerifiedAt: new Date(),
      })),
    );
    await deps.db.insert(accounts).values(
      list.map(({ key, account }) => ({
        id: `a${account}`,
        userId: `u${account}`,
        createdAt: new Date(),
        monitoringId: `m${account}`,
        number: account,
        name: "Trend following",
        keyHash: sha256Hex(key),
      })),
    );
    const trades = 50;
    const from = now() - 20 * 86_400;
    const history = [
      { ticket: "1", time: from - 3600, type: "balance", profit: "10000" },
      ...dealsOf(10, trades, from),
    ];
    const last = history.at(-1) as { ticket: string };
    const first = (terminal: Terminal) => ({ ...stateOf(terminal.account, trades, 1), deals: history });
    const usualPost = (terminal: Terminal) => ({
      ...stateOf(terminal.account, trades + terminal.sent, Math.random() * 10),
      deals: [terminal.sent ? dealsOf(100_000 + 2 * terminal.sent, 1, now() - 600).at(-1) : last],
    });
    const output = { served, dataDir, list };
    for (const terminal of list) await post(served.origin, terminal.key, first(terminal));
    for (let warm = 0; warm < 3; warm++)
      for (const terminal of list)
        await post(served.origin, terminal.key, { ...stateOf(terminal.account, trades, 2), deals: [last] });
    for (const width of [1, 16, 64]) await measure("nothing new", { ...output, width, body: usualPost });
    await measureAtRate("10,000 terminals that post once a minute", {
      ...output,
      aSecond: 10_000 / 60,
      body: usualPost,
    });
    const withDeal = (terminal: Terminal) => {
      terminal.sent += 1;
      return {
        ...stateOf(terminal.account, trades + terminal.sent, 1),
        deals: dealsOf(100_000 + 2 * terminal.sent, 1, now() - 600),
      };
    };
    for (const width of [1, 16])
      await measure("with a trade that was closed", { ...output, width, body: withDeal });
  } finally {
    await served.stop();
    await stop();
    await program.remove();
  }
});

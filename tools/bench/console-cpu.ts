import { readFile } from "node:fs/promises";
import pg from "pg";
import type { Console } from "./console-rows";
import { openConsole, views } from "./console-rows";
import { median } from "./results";
import { withFolder } from "./with-temp-folder";

/**
 * CPU time (API and PostgreSQL) and queries of the console's lists and search: `npx tsx tools/bench/console-cpu.ts`.
 * Compared are ten clients with one waiting item of each kind, ten with enough of them for a full page, and a million
 * (`CLIENTS`) with a tenth as many waiting items. An argument chooses views by a part of their names. Each value is the
 * median of 20 rounds, which alternate between these. The CPU of a connection is read in nanoseconds, because
 * `postgresCpu` counts in steps of 10 ms, more than most requests take.
 */
const clients = Number(process.env.CLIENTS ?? 1_000_000);
const rounds = 20;
const warmUps = 5;
const requestsPerRound = 5;

let queries = 0;
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
  queries++;
  return Reflect.apply(query, this, parameters);
} as typeof query;

/** Returns the CPU time in milliseconds of this process and of the database's connections. */
async function cpu({ api }: Console): Promise<number> {
  const { rows } = await api.db.$client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database()",
  );
  let nanoseconds = 0;
  for (const { pid } of rows)
    nanoseconds += Number((await readFile(`/proc/${pid}/schedstat`, "utf8")).split(" ")[0]);
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3 + nanoseconds / 1e6;
}

async function measure(one: Console, view: (one: Console) => Promise<void>) {
  const before = await cpu(one);
  queries = 0;
  for (let request = 0; request < requestsPerRound; request++) await view(one);
  const perRequest = queries / requestsPerRound;
  return { ms: ((await cpu(one)) - before) / requestsPerRound, queries: perRequest };
}

const quantile = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.round((values.length - 1) * share)] ?? 0;

await withFolder(async (folder) => {
  const startedAt = performance.now();
  const sides = [
    await openConsole(10, 8, folder),
    await openConsole(10, 80, folder),
    await openConsole(clients, clients / 10, folder),
  ];
  console.log(`${clients} clients inserted in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  console.log(
    "view | ms with ten, with a full page, with many (quartiles) | many to ten, to a full page | queries",
  );
  const chosen = Object.entries(views).filter(([name]) => name.includes(process.argv[2] ?? ""));
  for (const [name, view] of chosen) {
    const measured = sides.map((one) => ({ one, ms: [] as number[], queries: 0 }));
    for (let round = -warmUps; round < rounds; round++)
      for (const side of measured) {
        const { ms, queries: count } = await measure(side.one, view);
        if (round >= 0) side.ms.push(ms);
        side.queries = count;
      }
    const times = measured.map(
      ({ ms }) =>
        `${median(ms).toFixed(2)} (${quantile(ms, 0.25).toFixed(2)}–${quantile(ms, 0.75).toFixed(2)})`,
    );
    const [ten = 0, page = 0, many = 0] = measured.map(({ ms }) => median(ms));
    const counts = measured.map((side) => side.queries).join(", ");
    console.log(
      `${name} | ${times.join(", ")} | ${(many / ten).toFixed(2)}, ${(many / page).toFixed(2)} | ${counts}`,
    );
  }
  for (const { api } of sides) await api.close();
});
process.exit();

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import * as z from "zod/mini";
import { connect } from "#api/db/connect";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { job } from "./job";
import { startWorker } from "./worker";

/** A worker in a separate process for the test to kill: it prints each step of a job and pauses in between. */
export const slowEffect = job("slow-effect", z.object({ id: z.string() }), async ({ id }, { db }) => {
  process.stdout.write(`begun ${id}\n`);
  await transaction(db, async (tx) => {
    await tx.execute(sql`insert into effects (id) values (${id}) on conflict do nothing`);
    await pause(20);
  });
  process.stdout.write(`committed ${id}\n`);
  await pause(20);
});

const url = process.argv[2];
if (url) {
  const { db } = connect(url);
  const deps = { db, clock: { now: () => new Date() }, log: pino({ level: "silent" }) } as Deps;
  const worker = await startWorker(deps, { jobs: [slowEffect], pollMilliseconds: 20 });
  process.on("SIGTERM", () => void worker.stop().then(() => process.exit(0)));
}

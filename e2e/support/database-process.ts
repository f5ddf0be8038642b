import { Client } from "pg";
import { connect } from "#api/db/connect";
import { startPrivatePostgres } from "#api/embedded-postgres/index";
import { checkLedger } from "#api/ledger/ledger";
import { queueOn } from "#api/queue/queue";

/**
 * Holds the embedded database of a data directory, in a process that is not killed.
 * Message "pass": advances time by a minute for what waits in the database while no other process of the cabinet
 * runs. Message "books": returns the errors in the ledger.
 */
const [, , dataDir = ""] = process.argv;
const server = await startPrivatePostgres(dataDir);
const url = server.url("cabinet");

const waits = `
  update pgboss.job set started_on = started_on - interval '2 minutes' where state = 'active';
  update proxmox_tasks set held_until = held_until - interval '2 minutes' where held_until is not null`;
const advancePendingJobs = `
  update pgboss.job set start_after = start_after - interval '1 minute' where state in ('created', 'retry')`;

async function pass(): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(waits);
  const { db, close } = connect(url, 2);
  await queueOn(db.$client).expire();
  await client.query(advancePendingJobs);
  await Promise.all([client.end(), close()]);
}

async function books(): Promise<unknown> {
  const { db, close } = connect(url, 2);
  const wrong = await checkLedger(db);
  await close();
  return wrong;
}

process.on("message", async (command: "pass" | "books") => {
  try {
    process.send?.({ done: command, wrong: command === "books" ? await books() : await pass() });
  } catch (error) {
    process.send?.({ done: command, wrong: String(error) });
  }
});
process.on("disconnect", () => void server.stop().then(() => process.exit(0)));
process.send?.({ done: "ready" });

import { eq } from "drizzle-orm";
import { openSession } from "#api/auth/sessions";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { seedTariffs } from "#api/bootstrap/seed/tariffs";
import { servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { accountOf, companyAccount, post } from "#api/ledger/ledger";
import { addDays } from "#api/lib/calendar";
import { enqueue } from "#api/queue/enqueue";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { dayOf } from "#contract/day";
import type { Input } from "#contract/endpoint";
import * as contract from "#contract/vps/index";
import type { Server } from "./server/own-server";
import { processDueServers } from "./server/process-due-servers";

/** Returns the test API with tariffs to rent. */
export async function vpsApi(): Promise<TestApi> {
  const api = await testApi();
  await seedTariffs(api.deps);
  return api;
}

/** Adds money to a client's balance, as a deposit would. */
export async function giveMoney({ db, deps }: TestApi, userId: string, amountCents: number): Promise<void> {
  await transaction(db, async (tx) => {
    await post(tx, {
      kind: "deposit",
      reference: { type: "test", id: deps.ids.id() },
      at: deps.clock.now(),
      entries: [
        { account: await companyAccount(tx, "deposits"), amountCents: -amountCents },
        { account: await accountOf(tx, userId, "main"), amountCents },
      ],
    });
  });
}

export const order: Input<typeof contract.rent> = {
  rateId: "trader-2",
  months: 1,
  operatingSystem: "Windows Server 2022",
};

/** Passes the time the provisioner takes for a task, and runs the due jobs. */
export async function finishOrders(api: TestApi): Promise<void> {
  await runDueJobs(api.deps);
  api.pass({ minutes: 2 });
  await runDueJobs(api.deps);
}

/** Creates a client with money and a server that has been set up. */
export async function clientWithServer(
  api: TestApi,
  changes: Partial<Input<typeof contract.rent>> = {},
  cents = 100_000,
) {
  const client = await api.newClient();
  await giveMoney(api, client.id, cents);
  const { body } = await api.call(contract.rent, { ...order, ...changes }, { token: client.token });
  await finishOrders(api);
  return { ...client, serverId: body.serverId };
}

/** Requests a quote for an upgrade and orders it at that price. */
export async function orderUpgrade(api: TestApi, token: string, choice: Input<typeof contract.quoteUpgrade>) {
  const { body } = await api.call(contract.quoteUpgrade, choice, { token });
  return api.call(contract.orderUpgrade, { ...choice, agreedCents: body.totalCents }, { token });
}

/** Runs the job that runs every minute for all servers, and the jobs it enqueues. */
export async function runServerJobs({ db, deps }: TestApi): Promise<void> {
  await transaction(db, (tx) => enqueue(tx, processDueServers, {}));
  await runDueJobs(deps);
}

/** Returns the day this many days from now. */
export const inDays = ({ deps }: TestApi, count: number): string => dayOf(addDays(deps.clock.now(), count));

/** Sets the clock forward to a moment, or some milliseconds before it. */
export const passUntil = ({ deps, pass }: TestApi, moment: Date, lessMilliseconds = 0): void =>
  pass({ minutes: (moment.getTime() - lessMilliseconds - deps.clock.now().getTime()) / 60_000 });

/** Returns the token of a new session, because earlier ones expire when the clock is set forward. */
export async function tokenOf({ db, deps }: TestApi, userId: string): Promise<string> {
  const session = await transaction(db, (tx) =>
    openSession(deps, tx, { userId, userAgent: "test", address: "127.0.0.1" }),
  );
  return session.token;
}

/** Returns the row of a server. */
export async function serverOf({ db }: TestApi, serverId: string): Promise<Server> {
  const [server] = await db.select().from(servers).where(eq(servers.id, serverId));
  if (!server) throw new Error(`no server ${serverId}`);
  return server;
}

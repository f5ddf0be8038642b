import { isDeepStrictEqual } from "node:util";
import { openSession } from "#api/auth/sessions";
import { seedTariffs } from "#api/bootstrap/seed/tariffs";
import { partnerWallets } from "#api/db/schema/partners";
import { promoCodes } from "#api/db/schema/promo-codes";
import { transaction } from "#api/db/transaction";
import { attribute } from "#api/modules/partners/attribute";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { TestDatabase } from "#api/testing/test-database";
import type { Endpoint, Input, Output } from "#contract/endpoint";

export type TestClient = { id: string; email: string; name: string; promo: string };

/** Facts about a deposit outside the service: whether it was really paid, and the sum that an operator confirms. */
export type ExternalDeposit = { userId: string; sums: Set<number>; isPlain: boolean };

/**
 * The service of one event sequence, its clients, and the results reported to them, which the invariants compare with
 * the database.
 */
export type World = {
  api: TestApi;
  clients: readonly TestClient[];
  deposits: Map<string, ExternalDeposit>;
  /** Deposits reversed by the payment system. */
  reversed: Set<string>;
  /** Cents of rents and renewals that were paid from reversed deposits, by server; they earn no reward. */
  lost: Map<string, number>;
  /** The same by payment. */
  lostOfPayment: Map<string, number>;
  /** Results reported to clients: `rent <server>`, `transfer <id>`, `subscription <client> <start>`… */
  reportedPayments: Set<string>;
  counts: Record<string, number>;
  sessions: Map<string, { token: string; until: number }>;
};

/** Thrown if the service violates a rule during an event, or an invariant after a step. */
export class RuleBroken extends Error {
  constructor(readonly broken: readonly string[]) {
    super(broken.join("\n"));
    this.name = "RuleBroken";
  }
}

export const wallet = { method: "webmoney", wallet: "Z123456789012" };
const minute = 60_000;

/** Index of each client's referrer: a chain of four, a second branch, and one client without a referrer. */
const referrers = [null, 0, 1, 2, 0, null] as const;

/**
 * Creates a separate service with tariffs, a chain of referrals, and a promo code and a confirmed wallet for each
 * client.
 */
export async function createWorld(openDatabase?: () => Promise<TestDatabase>): Promise<World> {
  const api = await testApi({}, openDatabase);
  await seedTariffs(api.deps);
  const clients: TestClient[] = [];
  for (const [index, referrer] of referrers.entries()) {
    const by = referrer === null ? undefined : clients[referrer];
    const name = `Client ${index}`;
    const { id, email } = await api.newClient({ name, referrerId: by?.id });
    if (by) await transaction(api.db, (tx) => attribute(api.deps, tx, id, by.id));
    const promo = `PROMO${index}`;
    const now = api.deps.clock.now();
    await api.db.insert(promoCodes).values({
      id: `promo-${index}`,
      userId: id,
      name: promo,
      discount: 5 * (1 + (index % 4)),
      createdAt: now,
    });
    await api.db
      .insert(partnerWallets)
      .values({ id: `wallet-${index}`, userId: id, ...wallet, createdAt: now, confirmedAt: now });
    clients.push({ id, email, name, promo });
  }
  return {
    api,
    clients,
    deposits: new Map(),
    reversed: new Set(),
    lost: new Map(),
    lostOfPayment: new Map(),
    reportedPayments: new Set(),
    counts: {},
    sessions: new Map(),
  };
}

export const count = ({ counts }: World, what: string): void => {
  counts[what] = (counts[what] ?? 0) + 1;
};

/** Picks an item of a list by any number; null if the list is empty. */
export const pick = <T>(list: readonly T[], number: number): T | null => list[number % list.length] ?? null;

export const clientAt = (world: World, number: number): TestClient => {
  const found = pick(world.clients, number);
  if (!found) throw new Error("A world without people");
  return found;
};

/** Returns a valid session token; earlier sessions expire as the test's clock advances. */
async function tokenOf({ api, sessions }: World, userId: string): Promise<string> {
  const now = api.deps.clock.now().getTime();
  const known = sessions.get(userId);
  if (known && known.until > now) return known.token;
  const { token } = await transaction(api.db, (tx) =>
    openSession(api.deps, tx, { userId, userAgent: "rules", address: "127.0.0.1" }),
  );
  sessions.set(userId, { token, until: now + 5 * minute });
  return token;
}

/** How a request is sent: once, twice at the same time, or again later with the same key. */
export type Again = "once" | "twice at once" | "again later";

/**
 * Sends a request for a client; returns null if it is rejected. The same key must give the same response, and no
 * request may cause an error in the service.
 * @throws {RuleBroken} for 5xx, for an ended session, and for two different responses to one key.
 */
export async function request<C extends Endpoint>(
  world: World,
  client: TestClient,
  endpoint: C,
  input: Input<C>,
  again: Again = "once",
): Promise<Output<C> | null> {
  const token = await tokenOf(world, client.id);
  const key = world.api.deps.ids.secret();
  const send = () => world.api.call(endpoint, input, { token, key });
  const answers =
    again === "once"
      ? [await send()]
      : again === "twice at once"
        ? await Promise.all([send(), send()])
        : [await send(), await send()];
  const [first, second] = answers;
  if (!first) throw new Error("Nothing was asked");
  for (const { status, error } of answers)
    if (status >= 500 || (status === 401 && error.code !== "transactionIdTaken"))
      throw new RuleBroken([`${endpoint.path} answered ${status} ${error.code}`]);
  if (
    second &&
    endpoint.idempotent &&
    !isDeepStrictEqual([first.status, first.body], [second.status, second.body])
  )
    throw new RuleBroken([`one key of ${endpoint.path} got two answers`]);
  count(world, `${endpoint.path} ${first.ok ? "done" : `refused: ${first.error.code}`}`);
  return first.ok ? first.body : null;
}

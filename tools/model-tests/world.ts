import { isDeepStrictEqual } from "node:util";
import { openSession } from "#api/auth/sessions";
import { seedTariffs } from "#api/bootstrap/seed/tariffs";
import { partnerWallets, promoCodes } from "#api/db/schema/partners";
import { transaction } from "#api/db/transaction";
import { attribute } from "#api/modules/partners/attribute";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { TestDatabase } from "#api/testing/test-database";
import type { Endpoint, Input, Output } from "#contract/endpoint";

export type Person = { id: string; email: string; name: string; promo: string };

/** What the outside world knows of a deposit: whether its money was really paid, and what an operator says came. */
export type Outside = { userId: string; sums: Set<number>; isPlain: boolean };

/** One story's service, its people, and what they were told: the laws hold the books against it. */
export type World = {
  api: TestApi;
  people: readonly Person[];
  deposits: Map<string, Outside>;
  /** Deposits that the payment system has taken back. */
  reversed: Set<string>;
  /** Cents of rents and renewals that reversed deposits had paid for, by server: no reward stands on them. */
  lost: Map<string, number>;
  /** What clients were told has happened: `rent <server>`, `transfer <id>`, `subscription <client> <start>`… */
  reportedPayments: Set<string>;
  counts: Record<string, number>;
  sessions: Map<string, { token: string; until: number }>;
};

/** Thrown where the service breaks a rule on the way; the laws at the end of a step throw it too. */
export class RuleBroken extends Error {
  constructor(readonly broken: readonly string[]) {
    super(broken.join("\n"));
    this.name = "RuleBroken";
  }
}

export const wallet = { method: "webmoney", wallet: "Z123456789012" };
const minute = 60_000;

/** Who brought whom, by place: a chain of four, a second branch, and one whom nobody brought. */
const broughtBy = [null, 0, 1, 2, 0, null] as const;

/** A service of its own with tariffs, a chain of referrals, and a promo code and a confirmed wallet for everybody. */
export async function makeWorld(openDatabase?: () => Promise<TestDatabase>): Promise<World> {
  const api = await testApi({}, openDatabase);
  await seedTariffs(api.deps);
  const people: Person[] = [];
  for (const [place, referrer] of broughtBy.entries()) {
    const by = referrer === null ? undefined : people[referrer];
    const name = `Client ${place}`;
    const { id, email } = await api.newClient({ name, referrerId: by?.id });
    if (by) await transaction(api.db, (tx) => attribute(api.deps, tx, id, by.id));
    const promo = `PROMO${place}`;
    const now = api.deps.clock.now();
    await api.db.insert(promoCodes).values({
      id: `promo-${place}`,
      userId: id,
      name: promo,
      discount: 5 * (1 + (place % 4)),
      createdAt: now,
    });
    await api.db
      .insert(partnerWallets)
      .values({ id: `wallet-${place}`, userId: id, ...wallet, createdAt: now, confirmedAt: now });
    people.push({ id, email, name, promo });
  }
  return {
    api,
    people,
    deposits: new Map(),
    reversed: new Set(),
    lost: new Map(),
    reportedPayments: new Set(),
    counts: {},
    sessions: new Map(),
  };
}

export const count = ({ counts }: World, what: string): void => {
  counts[what] = (counts[what] ?? 0) + 1;
};

/** One of a list by any number; null of an empty one. */
export const pick = <T>(list: readonly T[], number: number): T | null => list[number % list.length] ?? null;

export const personAt = (world: World, number: number): Person => {
  const found = pick(world.people, number);
  if (!found) throw new Error("A world without people");
  return found;
};

/** A session of now: the test's clock makes those of a while ago end. */
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

/** How a call is made: once, by two clicks at once, or again later with the same key. */
export type Again = "once" | "twice at once" | "again later";

/**
 * Makes a call for a person; null where it was refused. One key must get one answer, and no call may break the service.
 * @throws {RuleBroken} for 5xx, for an end of the session, and for two answers to one key.
 */
export async function ask<C extends Endpoint>(
  world: World,
  person: Person,
  endpoint: C,
  input: Input<C>,
  again: Again = "once",
): Promise<Output<C> | null> {
  const token = await tokenOf(world, person.id);
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
  for (const { status, refusal } of answers)
    if (status >= 500 || (status === 401 && refusal.code !== "transactionIdTaken"))
      throw new RuleBroken([`${endpoint.path} answered ${status} ${refusal.code}`]);
  if (
    second &&
    endpoint.idempotent &&
    !isDeepStrictEqual([first.status, first.body], [second.status, second.body])
  )
    throw new RuleBroken([`one key of ${endpoint.path} got two answers`]);
  count(world, `${endpoint.path} ${first.ok ? "done" : `refused: ${first.refusal.code}`}`);
  return first.ok ? first.body : null;
}

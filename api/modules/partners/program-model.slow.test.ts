import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { partnerTerms, partnerWallets } from "#api/db/schema/partners";
import { promoCodes } from "#api/db/schema/promo-codes";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { balancesOf, checkLedger } from "#api/ledger/ledger";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { drillSize } from "#api/testing/drill-size";
import * as contract from "#contract/partners/index";
import { isPending } from "#contract/partners/withdrawal-status";
import { attribute } from "./attribute";
import { promoDiscount } from "./promo-discount";
import { bookRefund } from "./rewards";
import { pay, tokenOf } from "./testing";
import { decideWithdrawal } from "./withdrawals";

/** Model-based test: compares the partner program with a small model over long random sequences of events. */

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
  await api.db
    .insert(partnerTerms)
    .values({ percent1: 20, percent2: 5, percent3: 3, minWithdrawalCents: 20_00, clearingDays: 2 });
});
afterAll(() => api.close());

const percents = [20, 5, 3];
const wallet = { method: "webmoney", wallet: "Z123456789012" };

type Client = {
  id: string;
  referrer: number | null;
  line: number[];
  balance: number;
  onHold: number;
  paidOut: number;
  moved: number;
  owed: number;
};
type Reward = { to: number; amount: number; clearsAt: number };
type Payment = { id: string; rewards: Reward[]; refunded: boolean };
type Model = { clients: Client[]; payments: Payment[]; now: number };
type Real = TestApi;

const clientAt = (model: Model, index: number): [number, Client] => {
  const position = index % model.clients.length;
  return [position, model.clients[position] as Client];
};

/** Adds money to a partner balance; debt is paid first. */
function addMoney(partner: Client, cents: number): void {
  const paid = Math.min(partner.owed, cents);
  partner.owed -= paid;
  partner.balance += cents - paid;
}

const clearing = (model: Model, index: number) =>
  model.payments
    .flatMap(({ rewards }) => rewards)
    .reduce(
      (sum, { to, amount, clearsAt }) => (to === index && clearsAt > model.now ? sum + amount : sum),
      0,
    );

const isAbove = (model: Model, index: number, below: number | null): boolean =>
  below !== null && (below === index || isAbove(model, index, model.clients[below]?.referrer ?? null));

type Step = fc.AsyncCommand<Model, Real>;
const step = (
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check = (model: Model) => model.clients.length > 0,
): Step => ({
  check,
  run,
  toString: () => name,
});

const signUp = (by: number | null): Step =>
  step(
    `sign up by ${by}`,
    async (model, real) => {
      const referrer = by === null || model.clients.length === 0 ? null : clientAt(model, by);
      const { id } = await real.newClient({ referrerId: referrer?.[1].id });
      if (referrer) await transaction(real.db, (tx) => attribute(real.deps, tx, id, referrer[1].id));
      const now = real.deps.clock.now();
      await real.db
        .insert(partnerWallets)
        .values({ id: `w${id}`, userId: id, ...wallet, createdAt: now, confirmedAt: now });
      await real.db
        .insert(promoCodes)
        .values({ id: `p${id}`, userId: id, name: id.toUpperCase(), discount: 5, createdAt: now });
      const line = referrer ? [referrer[0], ...referrer[1].line].slice(0, 3) : [];
      model.clients.push({
        id,
        referrer: referrer?.[0] ?? null,
        line,
        balance: 0,
        onHold: 0,
        paidOut: 0,
        moved: 0,
        owed: 0,
      });
    },
    () => true,
  );

const payment = (by: number, cents: number, codeOf: number | null): Step =>
  step(`${by} pays ${cents} with the code of ${codeOf}`, async (model, real) => {
    const [payerIndex, payer] = clientAt(model, by);
    const [ownerIndex, owner] = codeOf === null ? [payerIndex, null] : clientAt(model, codeOf);
    let promoCodeId: string | null = null;
    if (owner) {
      const discount = transaction(real.db, (tx) =>
        promoDiscount(real.deps, tx, owner.id, payer.id, { months: 1, isRenewal: false }),
      );
      if (owner === payer) await expect(discount).rejects.toMatchObject({ code: "promoOwn" });
      else promoCodeId = (await discount).promoCodeId;
    }
    if (promoCodeId && owner && payer.referrer === null && !isAbove(model, payerIndex, ownerIndex)) {
      payer.referrer = ownerIndex;
      payer.line = [ownerIndex, ...owner.line].slice(0, 3);
    }
    const { id } = await pay(real, payer.id, cents, { promoCodeId });
    const clearsAt = model.now + 2;
    const rewards = payer.line.map((to, level) => ({
      to,
      amount: Math.floor((cents * (percents[level] ?? 0)) / 100),
      clearsAt,
    }));
    for (const { to, amount } of rewards) addMoney(model.clients[to] as Client, amount);
    model.payments.push({ id, rewards, refunded: false });
  });

const refund = (which: number): Step =>
  step(
    `refund ${which}`,
    async (model, real) => {
      const refunded = model.payments[which % model.payments.length] as Payment;
      await transaction(real.db, (tx) => bookRefund(real.deps, tx, refunded.id));
      if (refunded.refunded) return;
      refunded.refunded = true;
      for (const reward of refunded.rewards) {
        const partner = model.clients[reward.to] as Client;
        const fromPartner = Math.min(reward.amount, partner.balance);
        const fromMain = Math.min(reward.amount - fromPartner, partner.moved);
        partner.balance -= fromPartner;
        partner.moved -= fromMain;
        partner.owed += reward.amount - fromPartner - fromMain;
        reward.amount = 0;
      }
    },
    (model) => model.payments.length > 0,
  );

const withdraw = (by: number, cents: number): Step =>
  step(`${by} withdraws ${cents}`, async (model, real) => {
    const [partnerIndex, partner] = clientAt(model, by);
    const token = await tokenOf(real, partner.id);
    const { status } = await real.call(
      contract.createWithdrawal,
      { ...wallet, amount: cents / 100 },
      { token },
    );
    const isPossible = partner.onHold === 0 && partner.balance - clearing(model, partnerIndex) >= cents;
    expect(status).toBe(isPossible ? 200 : 409);
    if (!isPossible) return;
    partner.balance -= cents;
    partner.onHold = cents;
  });

const decide = (by: number, status: "paidOut" | "rejected" | "cancelled"): Step =>
  step(`${by}: ${status}`, async (model, real) => {
    const [, partner] = clientAt(model, by);
    const { body } = await real.call(contract.withdrawals, {}, { token: await tokenOf(real, partner.id) });
    const pending = body.withdrawals.find((row) => isPending(row.status));
    expect(pending?.amountCents ?? 0).toBe(partner.onHold);
    if (!pending) return;
    await transaction(real.db, (tx) => decideWithdrawal(real.deps, tx, pending.id, { status }));
    if (status === "paidOut") partner.paidOut += partner.onHold;
    else addMoney(partner, partner.onHold);
    partner.onHold = 0;
  });

const transfer = (by: number, cents: number): Step =>
  step(`${by} transfers ${cents}`, async (model, real) => {
    const [partnerIndex, partner] = clientAt(model, by);
    const { status } = await real.call(
      contract.transferToBalance,
      { amountCents: cents },
      { token: await tokenOf(real, partner.id) },
    );
    const isPossible = partner.balance - clearing(model, partnerIndex) >= cents;
    expect(status).toBe(isPossible ? 200 : 409);
    if (!isPossible) return;
    partner.balance -= cents;
    partner.moved += cents;
  });

const pass = (days: number): Step =>
  step(
    `${days} days pass`,
    async (model, real) => {
      real.pass({ days });
      model.now += days;
    },
    () => true,
  );

const some = fc.nat(20);
const cents = fc.integer({ min: 1, max: 500_00 });
const scenarios = fc.commands(
  [
    fc.option(some).map(signUp),
    fc.option(some).map(signUp),
    fc.tuple(some, cents, fc.option(some)).map((values) => payment(...values)),
    fc.tuple(some, cents, fc.option(some)).map((values) => payment(...values)),
    some.map(refund),
    fc.tuple(some, fc.integer({ min: 20_00, max: 120_00 })).map((values) => withdraw(...values)),
    fc
      .tuple(some, fc.constantFrom("paidOut" as const, "rejected" as const, "cancelled" as const))
      .map((values) => decide(...values)),
    fc.tuple(some, fc.integer({ min: 1, max: 100_00 })).map((values) => transfer(...values)),
    fc.nat(3).map(pass),
  ],
  { maxCommands: 60, size: "max" },
);

/** Checks the invariants of the whole database. */
async function checkInvariants(): Promise<void> {
  const wrong = await api.db.execute(sql`
    select 'payouts beyond what was earned' as what, user_id as id from ledger_accounts a
      join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where a.kind in ('partner', 'withdrawal_hold') group by user_id
      having coalesce(sum(-e.amount_cents) filter (where t.kind in ('withdrawal_paid', 'partner_transfer')), 0)
        > coalesce(sum(e.amount_cents) filter (where t.kind in ('reward', 'reward_taken_back')), 0)
    union all
    select 'a reward without its payment, percent or booking', r.id from partner_rewards r
      left join partner_payments p on p.id = r.payment_id
      left join ledger_transactions t on t.id = r.transaction_id and (t.details->>'paymentId') = r.payment_id and (t.details->>'level')::int = r.level
      where p.id is null or (r.amount_cents <> 0 and t.id is null)
        or (r.takes_back_id is null and r.amount_cents <> floor(p.amount_cents * r.percent / 100))
    union all
    select 'a cycle', a.client_id from partner_network a join partner_network b on a.partner_id = b.client_id and a.client_id = b.partner_id
    union all
    select 'a client whose parent is in another network', c.id from partner_network c left join partner_network p on p.id = c.parent_id
      where c.level > 1 and (p.id is null or p.partner_id <> c.partner_id or p.level <> c.level - 1)`);
  expect(wrong.rows).toEqual([]);
  const loops = await api.db.execute(sql`
    with recursive line (start, at, steps) as (
      select id, referrer_id, 1 from users where referrer_id is not null
      union all select start, u.referrer_id, steps + 1 from line join users u on u.id = line.at where u.referrer_id is not null and steps < 50)
    select start from line where at = start`);
  expect(loops.rows).toEqual([]);
  expect(await checkLedger(api.db)).toEqual([]);
}

it("the ledger and the balances match the model after any sequence of commands", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (commands) => {
      const model: Model = { clients: [], payments: [], now: 0 };
      await fc.asyncModelRun(() => ({ model, real: api }), commands);
      for (const expected of model.clients) {
        expect(await balancesOf(api.db, expected.id)).toEqual({
          main: expected.moved,
          partner: expected.balance,
          withdrawal_hold: expected.onHold,
          owed: expected.owed,
        });
        const [row] = await api.db
          .select({ referrerId: users.referrerId })
          .from(users)
          .where(eq(users.id, expected.id));
        expect(row?.referrerId ?? null).toBe(
          expected.referrer === null ? null : model.clients[expected.referrer]?.id,
        );
      }
    }),
    { numRuns: drillSize({ daily: 8, nightly: 50 }) },
  );
  await checkInvariants();
}, 120_000);

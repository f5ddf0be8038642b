import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf, checkLedger } from "#api/ledger/ledger";
import { giveMoney, order, report, send } from "#api/modules/payments/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { drillSize } from "#api/testing/drill-size";
import * as contract from "#contract/balance/index";
import type { PaymentEvent } from "#contract/payments/deposit-status";
import { paymentEvents, statusAfter } from "#contract/payments/deposit-status";
import type { Payment } from "#contract/payments/index";

/**
 * Model-based test of the money rules: fast-check looks for a sequence of actions after which API and model differ.
 * Every action goes through the API as a client or a payment system would send it, retries included.
 */

type Client = Awaited<ReturnType<TestApi["newClient"]>>;
type Order = { owner: number; sumCents: number; status: ReturnType<typeof statusAfter>; payment: Payment };
type Model = {
  balances: number[];
  /** `isReversed`: the reversal was reported before the payment. */
  orders: { owner: number; sumCents: number; status: string; isReversed?: boolean }[];
  sent: number;
};
type Real = { clients: Client[]; orders: Order[] };
type Command = fc.AsyncCommand<Model, Real>;

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

async function checkBalances(model: Model, { clients }: Real) {
  const balances = await Promise.all(clients.map(async ({ id }) => (await balancesOf(api.db, id)).main));
  expect(balances).toEqual(model.balances);
}

class OrderDeposit implements Command {
  constructor(
    readonly owner: number,
    readonly sumCents: number,
  ) {}
  check = () => true;
  toString = () => `person ${this.owner} orders a deposit of ${this.sumCents}`;
  async run(model: Model, real: Real) {
    const client = real.clients[this.owner] as Client;
    const payment = await order(api, client, this.sumCents);
    real.orders.push({ owner: this.owner, sumCents: this.sumCents, status: "notPaid", payment });
    model.orders.push({ owner: this.owner, sumCents: this.sumCents, status: "notPaid" });
    await checkBalances(model, real);
  }
}

class Report implements Command {
  constructor(
    readonly which: number,
    readonly event: PaymentEvent,
    readonly times: number,
    readonly isForged: boolean,
  ) {}
  check = (model: Readonly<Model>) => model.orders.length > 0;
  toString = () => `order ${this.which}: ${this.isForged ? "forged " : ""}${this.event}, ${this.times} times`;
  async run(model: Model, real: Real) {
    const at = this.which % model.orders.length;
    const modelOrder = model.orders[at] as Model["orders"][number];
    const message = report(api, (real.orders[at] as Order).payment, this.event);
    if (this.isForged) message.headers["x-signature"] = `sha256=${"0".repeat(64)}`;
    const answers = await Promise.all(Array.from({ length: this.times }, () => send(api, "card", message)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([this.isForged ? 401 : 200]));
    const isReversal = this.event === "refunded" || this.event === "disputed";
    if (!this.isForged && isReversal && modelOrder.status !== "received") modelOrder.isReversed = true;
    const following = this.isForged ? null : statusAfter(modelOrder.status as never, this.event);
    const next = following === "received" && modelOrder.isReversed ? "underReview" : following;
    if (next) modelOrder.status = next;
    if (next === "received")
      model.balances[modelOrder.owner] = (model.balances[modelOrder.owner] ?? 0) + modelOrder.sumCents;
    await checkBalances(model, real);
  }
}

class Transfer implements Command {
  constructor(
    readonly from: number,
    readonly to: number,
    readonly cents: number,
    readonly times: number,
  ) {}
  check = () => true;
  toString = () => `person ${this.from} sends ${this.cents} to ${this.to}, ${this.times} times by one key`;
  async run(model: Model, real: Real) {
    const [from, to] = [real.clients[this.from] as Client, real.clients[this.to] as Client];
    const options = { token: from.token, key: `key-of-transfer-${model.sent++}-${from.id}` };
    const input = { email: to.email, amountCents: this.cents };
    const answers = await Promise.all(
      Array.from({ length: this.times }, () => api.call(contract.transfer, input, options)),
    );
    const isPossible = this.from !== this.to && (model.balances[this.from] ?? 0) >= this.cents;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([isPossible ? 200 : 422]));
    if (isPossible) {
      model.balances[this.from] = (model.balances[this.from] ?? 0) - this.cents;
      model.balances[this.to] = (model.balances[this.to] ?? 0) + this.cents;
    }
    await checkBalances(model, real);
  }
}

const clientIndex = fc.nat({ max: 2 });
const times = fc.integer({ min: 1, max: 3 });
const cents = fc.integer({ min: 500, max: 4_000 });
const firstCents = 5_000;
const commands = [
  fc.tuple(clientIndex, cents).map((values) => new OrderDeposit(...values)),
  fc
    .tuple(
      fc.nat({ max: 9 }),
      fc.constantFrom(...paymentEvents),
      times,
      fc.boolean().map((forged) => forged),
    )
    .map((values) => new Report(...values)),
  fc.tuple(clientIndex, clientIndex, cents, times).map((values) => new Transfer(...values)),
];

test("any sequence of operations gives the balances of the rules, and the ledger passes its check", async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 20, size: "max" }), async (all) => {
      const clients = await Promise.all([1, 2, 3].map(() => api.newClient()));
      // with empty balances hardly any transfer would be possible
      for (const client of clients) await giveMoney(api, client, firstCents);
      const balances = clients.map(() => firstCents);
      const setup = () => ({
        model: { balances, orders: [], sent: 0 },
        real: { clients, orders: [] },
      });
      await fc.asyncModelRun(setup, all);
      expect(await checkLedger(api.db)).toEqual([]);
    }),
    { numRuns: drillSize({ daily: 5, nightly: 30 }) },
  );
}, 120_000);

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seed } from "#api/bootstrap/seed";
import { balanceProposals, operatorActions } from "#api/db/schema/operator";
import { deposits } from "#api/db/schema/payments";
import { serverPayments, servers } from "#api/db/schema/vps";
import { balancesOf } from "#api/ledger/ledger";
import { giveMoney } from "#api/modules/payments/testing";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { statementsOf } from "#api/testing/statements-of";
import * as contract from "#contract/admin/index";
import { insertConsoleRows, newStaff } from "./testing";

let api: TestApi;
let owner: { email: string; token: string };
beforeAll(async () => {
  api = await testApi();
  owner = await newStaff(api, "owner");
  await seed(api.deps, { withDemo: false, withStaff: false });
  await insertConsoleRows(api.db, 1, 2);
});
afterAll(() => api.close());

const preview = (name: string, input: contract.OperationInput) =>
  api.call(contract.previewOperation, { name, input }, { token: owner.token, language: "ru" });
const unconfirmed = (name: string, input: contract.OperationInput) =>
  api.call(contract.runOperation, { name, input }, { token: owner.token });

describe("the preview of an operation", () => {
  it("looks its client up once", async () => {
    const statements = await statementsOf(() => preview("servers-block", { id: "server1", reason: "x" }));
    expect(
      statements.filter((text) => text.includes(`union all select "users"."id" from "users"`)),
    ).toHaveLength(1);
  });

  it("names the client and what is concerned, with sums", async () => {
    const client = { client: "trader1@mail.test", clientId: "client1" };
    const usd = (cents: number) => ({ cents, currency: "USD" });
    const about = async (name: string, input: contract.OperationInput) =>
      (await preview(name, input)).body.about;
    expect(await about("deposits-accept", { orderId: "deposit1" })).toMatchObject({
      ...client,
      sum: usd(1000),
      txid: "txid1",
      status: "underReview",
    });
    const reason = "Нет места";
    expect(await about("servers-block", { id: "server1", reason })).toMatchObject({
      ...client,
      tariff: "Trader 1",
      ip: "10.0.0.1",
      status: "active",
    });
    const send = await about("withdrawals-send", { withdrawalId: "withdrawal1" });
    expect(send.balance).toBeUndefined();
    expect(send).toMatchObject({
      ...client,
      partnerBalance: usd(0),
      amount: usd(2000),
      wallet: "T1",
    });
    expect(await about("test-servers-reject", { id: "request1", reason })).toMatchObject(client);
    expect(await about("balance-confirm", { id: "proposal1" })).toMatchObject({
      ...client,
      amount: { ...usd(20_000), sign: true },
      reason: "Goodwill",
      by: "anna",
    });
    expect(await about("balance-credit", { email: "client1", amount: "5", reason })).toMatchObject({
      ...client,
      corrected: usd(0),
      onePersonLimit: usd(api.deps.settings.twoPersonLimitCents ?? 10_000),
      needsSecond: false,
    });
    expect(await about("clients-block", { client: "client1", reason })).toMatchObject(client);
  });

  it("names the sum that goes back for a server that could not be set up", async () => {
    const at = api.deps.clock.now();
    await api.db.update(servers).set({ status: "settingUp" }).where(eq(servers.id, "server2"));
    const payment = { serverId: "server2", userId: "client2", createdAt: at, periodFrom: at, periodTo: at };
    const sums = { priceCents: 1900, totalCents: 1900, tariff: "Trader 1" };
    await api.db.insert(serverPayments).values([
      { id: "rent2", kind: "rent", ...payment, ...sums },
      { id: "renewal2", kind: "renewal", ...payment, ...sums, periodFrom: new Date(at.getTime() + 1) },
    ]);
    const { body } = await preview("servers-refund", { id: "server2", reason: "Нет места" });
    expect(body.about).toMatchObject({ clientId: "client2", refund: { cents: 3800, currency: "USD" } });
  });

  it("changes nothing and writes no audit row", async () => {
    const client = await api.newClient();
    const input = { email: client.email, amount: "5", reason: "Sorry." };
    expect((await preview("balance-credit", input)).status).toBe(200);
    expect((await unconfirmed("balance-credit", input)).error.code).toBe("confirmationNeeded");
    expect((await balancesOf(api.db, client.id)).main).toBe(0);
    expect(await api.db.$count(operatorActions, eq(operatorActions.userId, client.id))).toBe(0);
    expect(api.sentEmails.filter(({ to }) => to === client.email)).toEqual([]);
  });
});

describe("the preview of an announcement", () => {
  it("to the clients on a plan is a read-only operation", async () => {
    const texts = { subjectEn: "a", textEn: "b", subjectRu: "c", textRu: "d" };
    const input = { segment: "plan", plan: "trader-1", ...texts };
    const read = await api.call(
      contract.readList,
      { name: "announcements-preview", input },
      { token: owner.token },
    );
    expect([read.status, read.body.text]).toEqual([200, expect.stringContaining("--- a")]);
  });
});

describe("the preview of a refund", () => {
  it("says what goes back and what is left, and rejects two ways at once", async () => {
    const client = await api.newClient();
    await giveMoney(api, client, 5_000);
    const [{ id: orderId } = { id: "" }] = await api.db
      .select()
      .from(deposits)
      .where(eq(deposits.userId, client.id));
    const usd = (cents: number) => ({ cents, currency: "USD" });
    const refund = (input: contract.OperationInput) =>
      preview("deposits-refund", { orderId, reason: "Дважды", ...input });
    expect((await refund({ byHand: true })).body).toMatchObject({
      about: { order: orderId, amount: usd(5_000), left: usd(0) },
      decided: { amount: "50.00" },
    });
    const { about, decided } = (await refund({ byHand: true, amount: "12" })).body;
    expect([about.left, about.amount, decided]).toEqual([usd(3_800), undefined, {}]);
    await runAdmin(api, "balance", "debit", client.email, "--amount", "40", "--reason", "Spent", "--yes");
    const reversed = (await refund({ reversed: true })).body.about;
    expect([reversed.debt, reversed.balance]).toEqual([usd(4_000), usd(1_000)]);
    const twice = await refund({ byHand: true, reversed: true });
    expect([twice.status, twice.error.fields]).toEqual([
      422,
      { reversed: "Либо возвращено вручную, либо отменено банком плательщика: выберите одно." },
    ]);
  });
});

/** The facts that the form of an operation shows. */
const factsOf = async (name: string, of: string) =>
  (await api.call(contract.operation, { name, of }, { token: owner.token })).body.facts;

describe("the form of a refund", () => {
  it("says the most that can be refunded: what is left of the deposit, if the balance holds it", async () => {
    const client = await api.newClient();
    await giveMoney(api, client, 5_000);
    const ofClient = eq(deposits.userId, client.id);
    const [{ id: orderId } = { id: "" }] = await api.db.select().from(deposits).where(ofClient);
    const usd = (cents: number) => ({ cents, currency: "USD" });
    const facts = () => factsOf("deposits-refund", orderId);
    const whole = { sum: usd(5_000), refunded: usd(0), mostReversible: usd(5_000) };
    expect(await facts()).toEqual({ ...whole, balance: usd(5_000), mostRefundable: usd(5_000) });
    await runAdmin(api, "balance", "debit", client.email, "--amount", "40", "--reason", "Spent", "--yes");
    expect(await facts()).toEqual({ ...whole, balance: usd(1_000), mostRefundable: usd(1_000) });
    const refund = ["deposits", "refund", orderId, "--reason", "Twice", "--by-hand", "--yes"];
    await runAdmin(api, ...refund, "--amount", "4");
    expect(await facts()).toEqual({
      sum: usd(5_000),
      refunded: usd(400),
      balance: usd(600),
      mostRefundable: usd(0),
      mostReversible: usd(4_600),
    });
    expect(await factsOf("deposits-refund", "nothing")).toEqual({});
  });
});

describe("the form and the question of a correction", () => {
  it("say what was corrected in the last 24 hours, the limit, and whether a second person is needed", async () => {
    const client = await api.newClient();
    const usd = (cents: number) => ({ cents, currency: "USD" });
    const limit = api.deps.settings.twoPersonLimitCents ?? 10_000;
    const credit = (amount: string) =>
      preview("balance-credit", { email: client.email, amount, reason: "Sorry." });
    await runAdmin(api, "balance", "credit", client.email, "--amount", "60", "--reason", "Sorry", "--yes");
    expect(await factsOf("balance-credit", client.email)).toEqual({
      balance: usd(6_000),
      corrected: usd(6_000),
      onePersonLimit: usd(limit),
      withoutSecond: usd(limit - 6_000),
    });
    const about = { corrected: usd(6_000), onePersonLimit: usd(limit) };
    expect((await credit("40")).body.about).toMatchObject({ ...about, needsSecond: false });
    expect((await credit("40.01")).body.about).toMatchObject({ ...about, needsSecond: true });
    expect(await factsOf("balance-credit", "nobody@mail.test")).toEqual({});
  });
});

describe("an operation that would be rejected", () => {
  it.each([
    ["balance-credit", { email: "nobody@mail.test", amount: "5", reason: "Sorry." }],
    ["balance-debit", { email: "client1", amount: "5", reason: "Sorry." }],
    ["balance-debit", { email: "client1", amount: "500", reason: "Sorry." }],
    ["deposits-accept", { orderId: "nothing" }],
    ["deposits-refund", { orderId: "deposit1", reason: "Sorry." }],
    ["servers-block", { id: "nothing", reason: "Sorry." }],
    ["withdrawals-pay", { withdrawalId: "nothing" }],
    ["test-servers-reject", { id: "nothing", reason: "Sorry." }],
    ["invoices-correct", { number: "INV-1", reason: "Sorry." }],
    ["promo-codes-end", { id: "nothing" }],
  ])("%s %j is rejected before its confirmation", async (name, input) => {
    const { status, error } = await unconfirmed(name, input as contract.OperationInput);
    expect([status >= 400 && status < 500, error.code === "confirmationNeeded"]).toEqual([true, false]);
    expect((await preview(name, input as contract.OperationInput)).error.code).toBe(error.code);
  });
});

describe("a staff account that is already as asked", () => {
  it("is said to be so, without a question", async () => {
    const { email } = await newStaff(api, "support");
    const messageOf = async (name: string) => (await unconfirmed(name, { email })).error.message;
    expect(await messageOf("staff-enable")).toBe(`The account ${email} is already enabled.`);
    expect(await messageOf("staff-disable")).not.toContain("already");
    await runAdmin(api, "staff", "disable", email);
    expect(await messageOf("staff-disable")).toBe(`The account ${email} is already disabled.`);
    expect(await messageOf("staff-enable")).not.toContain("already");
  });
});

describe("a correction above the limit", () => {
  it("is not proposed if the client has less", async () => {
    const client = await api.newClient();
    await giveMoney(api, client, 30_000);
    const debit = (amount: string) =>
      api.call(
        contract.runOperation,
        {
          name: "balance-debit",
          input: { email: client.email, amount, reason: "Twice." },
          isConfirmed: true,
        },
        { token: owner.token },
      );
    expect((await debit("300.01")).error.message).toBe("The client has less than $300.01.");
    expect(await api.db.$count(balanceProposals, eq(balanceProposals.userId, client.id))).toBe(0);
    expect((await debit("300")).status).toBe(200);
    expect(await api.db.$count(balanceProposals, eq(balanceProposals.userId, client.id))).toBe(1);
  });
});

describe("the command line", () => {
  it("rejects before its question too", async () => {
    await expect(
      runAdmin(api, "balance", "credit", "nobody@mail.test", "--amount", "5", "--reason", "x"),
    ).rejects.toThrow("No client");
  });
});

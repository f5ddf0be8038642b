import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partnerWithdrawals } from "#api/db/schema/partners";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/balance/index";
import type { WithdrawalStatus } from "#contract/partners/withdrawal-status";

let api: TestApi;
let token: string;

/** A client's withdrawals, one a day in March, next to another client's. */
const requested: [id: string, day: number, cents: number, status: WithdrawalStatus][] = [
  ["first", 1, 50_00, "paidOut"],
  ["second", 2, 60_00, "rejected"],
  ["third", 3, 70_00, "cancelled"],
  ["fourth", 4, 80_00, "underReview"],
];

beforeAll(async () => {
  api = await testApi();
  const client = await api.newClient();
  const otherClient = await api.newClient();
  token = client.token;
  const of = (userId: string) =>
    requested.map(([id, day, amountCents, status]) => ({
      id: userId === client.id ? id : `other-${id}`,
      userId,
      createdAt: new Date(Date.UTC(2026, 2, day, 12)),
      method: "usdt_trc20",
      wallet: "TXYZ",
      amountCents,
      status,
      dueOn: "2026-04-01",
    }));
  await api.db.insert(partnerWithdrawals).values([...of(client.id), ...of(otherClient.id)]);
});
afterAll(() => api.close());

const history = async (query: object = {}) =>
  (await api.call(contract.history, { kind: "withdrawals", ...query } as never, { token })).body;

test("a client's own withdrawals are listed newest first as negative sums, with their states and a receipt for paid ones", async () => {
  const { movements, total } = await history();
  expect(total).toBe(4);
  expect(
    movements.map(({ id, at, amountCents, status, hasReceipt }) => [
      id,
      at.slice(0, 10),
      amountCents,
      status,
      hasReceipt,
    ]),
  ).toEqual([
    ["fourth", "2026-03-04", -80_00, "underReview", false],
    ["third", "2026-03-03", -70_00, "deleted", false],
    ["second", "2026-03-02", -60_00, "rejected", false],
    ["first", "2026-03-01", -50_00, "paidOut", true],
  ]);
  for (const { about } of movements) expect(about).toMatch(/^.*USDT.*, TXYZ$/);
});

test("a withdrawal with an unconfirmed wallet is neither listed nor counted; after confirmation it is, as processing", async () => {
  const [fourth] = await api.db.select().from(partnerWithdrawals).where(eq(partnerWithdrawals.id, "fourth"));
  if (!fourth) throw new Error("no withdrawal");
  const client = await api.newClient();
  const row = { ...fourth, id: "fifth", userId: client.id };
  await api.db.insert(partnerWithdrawals).values({ ...row, status: "confirming" });
  const listed = async () => {
    const { body } = await api.call(contract.history, { kind: "withdrawals" } as never, client);
    return [body.total, body.movements.map(({ status }) => status)];
  };
  const become = (status: WithdrawalStatus) =>
    api.db.update(partnerWithdrawals).set({ status }).where(eq(partnerWithdrawals.id, "fifth"));
  expect(await listed()).toEqual([0, []]);
  await become("underReview");
  expect(await listed()).toEqual([1, ["underReview"]]);
  await become("processing");
  expect(await listed()).toEqual([1, ["processing"]]);
  await api.db.delete(partnerWithdrawals).where(eq(partnerWithdrawals.id, "fifth"));
  expect(await listed()).toEqual([0, []]);
});

test("a period shows the withdrawals requested in it, its first and last moment included", async () => {
  const { movements } = await history({ period: "own", from: "2026-03-02", to: "2026-03-03" });
  expect(movements.map(({ id }) => id)).toEqual(["third", "second"]);
});

test("a paid withdrawal has a receipt; others, and another client's, have none", async () => {
  const receiptOf = (id: string) =>
    api.call(contract.receipt, { kind: "withdrawals", receiptId: id }, { token });
  const { body } = await receiptOf("first");
  expect(body.movement).toMatchObject({ id: "first", amountCents: -50_00, status: "paidOut" });
  expect(body.facts).toEqual([]);
  for (const id of ["second", "third", "fourth", "other-first"]) {
    const answer = await receiptOf(id);
    expect([answer.status, answer.error.code], id).toEqual([404, "notFound"]);
  }
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newStaff } from "#api/admin/testing";
import { deposits } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import { moveToMainBalance, payReward } from "#api/modules/partners/money";
import { clientWithServer, giveMoney, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import * as balance from "#contract/balance/index";
import { perPage } from "./list-page";

let api: TestApi;
let token: string;
let client: Awaited<ReturnType<typeof clientWithServer>>;
beforeAll(async () => {
  api = await vpsApi();
  ({ token } = await newStaff(api, "support"));
  client = await clientWithServer(api);
});
afterAll(() => api.close());

const read = async (name: string, input: contract.OperationInput, language: "en" | "ru" = "en") =>
  (await api.call(contract.readList, { name, input }, { token, language })).body;

/** Pays a partner a reward of the first level. */
const rewardPartner = (partnerId: string, amountCents: number) =>
  transaction(api.db, (tx) => {
    const [id, clearsAt] = [api.deps.ids.id(), api.deps.clock.now()];
    const reward = { id, paymentId: id, partnerId, level: 1, percent: 20, amountCents, clearsAt };
    return payReward(api.deps, tx, reward as Parameters<typeof payReward>[2]);
  });

describe("clients lines", () => {
  it("lists the ledger lines of one client by pages, newest first, in the reader's language", async () => {
    await clientWithServer(api);
    for (let n = 0; n < perPage; n++) {
      api.pass({ seconds: 1 });
      await giveMoney(api, client.id, 100);
    }
    const first = await read("clients-lines", { client: client.id });
    expect(first.rows).toHaveLength(perPage);
    const second = await read("clients-lines", { client: client.email, after: first.next ?? "" });
    const rows = [...(first.rows ?? []), ...(second.rows ?? [])];
    expect(second.next).toBeNull();
    const sums = rows.map(({ amount }) => (amount as contract.Money).cents);
    const newest = rows[0]?.balance as contract.Money;
    expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(newest.cents);
    const times = rows.map(({ at }) => String(at));
    expect(times).toEqual(times.toSorted().reverse());
    const { body } = await api.call(contract.client, { clientId: client.id }, { token, language: "ru" });
    const russian = await read("clients-lines", { client: client.id }, "ru");
    expect(russian.rows?.[0]?.about).toBe(body.lines[0]?.about);
  });

  it("names the other client of a transfer", async () => {
    const [sender, receiver] = [await api.newClient(), await api.newClient()];
    await giveMoney(api, sender.id, 5000);
    const transfer = { email: receiver.email, amountCents: 1000 };
    const { status, error } = await api.call(balance.transfer, transfer, { token: sender.token });
    expect(status, error?.message).toBe(200);
    for (const [one, other] of [
      [sender, receiver],
      [receiver, sender],
    ] as const)
      expect((await read("clients-lines", { client: one.id })).rows?.[0]?.about).toContain(other.email);
  });
});

describe("clients partner-lines", () => {
  it("lists the movements of the partner balance by pages, as the client's page does", async () => {
    const partner = await api.newClient();
    for (let n = 0; n < perPage; n++) {
      api.pass({ seconds: 1 });
      await rewardPartner(partner.id, 100);
    }
    await transaction(api.db, async (tx) => {
      await moveToMainBalance(api.deps, tx, { id: "move1", userId: partner.id, amountCents: 300 });
    });
    const first = await read("clients-partner-lines", { client: partner.email });
    expect(first.rows).toHaveLength(perPage);
    const second = await read("clients-partner-lines", { client: partner.id, after: first.next ?? "" });
    expect([second.rows?.length, second.next]).toEqual([1, null]);
    expect(first.rows?.[0]).toMatchObject({
      about: "To the main balance",
      amount: { cents: -300, currency: "USD", sign: true },
      balance: { cents: 100 * perPage - 300 },
    });
    expect(second.rows?.[0]?.about).toBe("Reward, level 1");
    const { body } = await api.call(contract.client, { clientId: partner.id }, { token, language: "ru" });
    expect(body.partnerLines[0]).toMatchObject({ about: "На основной баланс", amountCents: -300 });
    expect((await read("clients-lines", { client: partner.id })).rows?.[0]?.about).toBe(
      "From the partner balance",
    );
  });
});

describe("clients orders", () => {
  it("lists the machine orders of a client's servers", async () => {
    const { rows } = await read("clients-orders", { client: client.id });
    expect(rows?.length).toBeGreaterThan(0);
    for (const row of rows ?? []) expect(row.server).toBe(client.serverId);
    expect(rows?.map(({ kind }) => kind)).toContain("create");
  });
});

describe("clients deposits", () => {
  it("names methods as the client's page does", async () => {
    const at = api.deps.clock.now();
    const deposit = { userId: client.id, method: "card", sumCents: 1000, costCents: 1000, currency: "USD" };
    const times = { createdAt: at, expiresAt: at, changedAt: at };
    await api.db
      .insert(deposits)
      .values({ ...deposit, ...times, id: "order1", recipient: "", status: "rejected" });
    const { rows } = await read("clients-deposits", { client: client.id }, "ru");
    expect(rows).toMatchObject([{ order: "order1", method: "Банковская карта", status: "rejected" }]);
    const { body } = await api.call(contract.client, { clientId: client.id }, { token, language: "ru" });
    expect(body.deposits).toMatchObject([{ id: "order1", method: "Банковская карта" }]);
  });
});

describe("the ledger of a span as a file of the console", () => {
  it("starts with opening balances if they are asked for", async () => {
    api.pass({ days: 40 });
    const billing = await newStaff(api, "billing");
    const csv = async (withOpening?: string) =>
      (await api.call(contract.ledgerCsv, { withOpening }, { token: billing.token })).response.text();
    expect(await csv("on")).toContain("opening_balance");
    expect(await csv()).not.toContain("opening_balance");
  });
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ledgerAccounts } from "#api/db/schema/balance";
import { partnerRewards } from "#api/db/schema/partners";
import { deposits } from "#api/db/schema/payments";
import { servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { accountOf, checkLedger } from "#api/ledger/ledger";
import { newReferral } from "#api/modules/partners/testing";
import { startRefund } from "#api/modules/payments/refund";
import { finishOrders, giveMoney, order, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { dayMilliseconds } from "#contract/day";
import { rent } from "#contract/vps/index";
import { reversePurchases } from "./reverse-purchases";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
  api.deps.settings.clearingDays = { stripe: 30 };
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});

/** Creates a deposit by card that is on the balance. */
async function cardDeposit(userId: string, sumCents: number, method = "stripe"): Promise<string> {
  const { deps, db } = api;
  const [id, now] = [deps.ids.id(), deps.clock.now()];
  await giveMoney(api, userId, sumCents);
  await db.insert(deposits).values({
    id,
    userId,
    method,
    sumCents,
    feeCents: 0,
    costCents: sumCents,
    currency: "USD",
    recipient: "us",
    source: "4242",
    status: "received",
    ledgerId: await lastLedgerId(userId),
    createdAt: now,
    changedAt: now,
    expiresAt: now,
    receivedAt: now,
  } as typeof deposits.$inferInsert);
  return id;
}

async function lastLedgerId(userId: string): Promise<number> {
  const { rows } = await api.db.execute<{ id: string }>(
    `select max(e.transaction_id)::text as id from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.user_id = '${userId}'`,
  );
  return Number(rows[0]?.id);
}

async function boughtByCard() {
  const partner = await api.newClient();
  const client = await newReferral(api, partner.id);
  const depositId = await cardDeposit(client.id, 50_000);
  const { body } = await api.call(rent, order, { token: client.token });
  await finishOrders(api);
  return { partner, client, depositId, serverId: body.serverId };
}

const reverse = (depositId: string) =>
  transaction(api.db, async (tx) => {
    const { ledgerId } = await startRefund(api.deps, tx, {
      orderId: depositId,
      reason: "a dispute",
      way: "reversed",
    });
    return reversePurchases(api.deps, tx, { depositId, ledgerId, reason: "The bank reversed the payment." });
  });

const rewards = (partnerId: string) =>
  api.db.select().from(partnerRewards).where(eq(partnerRewards.partnerId, partnerId));
const balance = (userId: string, kind: "main" | "debt") =>
  transaction(api.db, async (tx) => {
    const [row] = await tx
      .select()
      .from(ledgerAccounts)
      .where(eq(ledgerAccounts.id, await accountOf(tx, userId, kind as "main")));
    return row?.balanceCents;
  });

describe("takeBackBought", () => {
  it("reverses rewards and holds the server that the reversed money paid for, with an email", async () => {
    const { partner, client, depositId, serverId } = await boughtByCard();
    const [earned] = await rewards(partner.id);
    expect(earned?.amountCents).toBeGreaterThan(0);
    const { debtCents, serversOnHold } = await reverse(depositId);
    expect(debtCents).toBeGreaterThan(0);
    expect(serversOnHold).toEqual([serverId]);
    const sum = (await rewards(partner.id)).reduce((all, { amountCents }) => all + amountCents, 0);
    expect(sum).toBe(0);
    const [server] = await api.db.select().from(servers).where(eq(servers.id, serverId));
    expect(server).toMatchObject({ status: "blocked", isHeld: true });
    const { rows } = await api.db.execute<{ count: string }>(
      `select count(*)::text as count from pgboss.job where data::text like '%serverHeld%' and data::text like '%${serverId}%'`,
    );
    expect(Number(rows[0]?.count)).toBe(1);
    expect(await balance(client.id, "main")).toBe(0);
  });

  it("leaves servers alone if the money is still on the balance", async () => {
    const { client, serverId } = await boughtByCard();
    const depositId = await cardDeposit(client.id, 3_000);
    expect(await reverse(depositId)).toEqual({ debtCents: 0, serversOnHold: [] });
    const [server] = await api.db.select().from(servers).where(eq(servers.id, serverId));
    expect(server?.isHeld).toBe(false);
  });
});

describe("a reward of a card payment", () => {
  it("clears once the payer's bank can't reverse the deposit any more", async () => {
    const { partner } = await boughtByCard();
    const [reward] = await rewards(partner.id);
    const days = ((reward?.clearsAt.getTime() ?? 0) - (reward?.createdAt.getTime() ?? 0)) / dayMilliseconds;
    expect(days).toBeGreaterThan(29);
  });
});

import { and, eq, inArray } from "drizzle-orm";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { transaction } from "#api/db/transaction";
import { decideWithdrawal } from "#api/modules/partners/withdrawals";
import { transfer } from "#contract/balance/index";
import * as monitoring from "#contract/monitoring/index";
import * as partner from "#contract/partners/index";
import type { ModelEvent } from "#tools/model-tests/model-event";
import type { Again } from "#tools/model-tests/world";
import { clientAt, count, pick, request, wallet } from "#tools/model-tests/world";

/** Transfers, the monitoring subscription, and withdrawals of partner money. */

export const transferTo = (who: number, whom: number, dollars: number, again: Again): ModelEvent => ({
  name: `transfer of ${dollars} from ${who} to ${whom}, ${again}`,
  happen: async (world) => {
    const input = { email: clientAt(world, whom).email, amountCents: dollars * 100 };
    const answer = await request(world, clientAt(world, who), transfer, input, again);
    if (answer) world.reportedPayments.add(`transfer ${answer.transferId}`);
  },
});

export const subscription = (who: number, accounts: number, months: number, again: Again): ModelEvent => ({
  name: `subscription of ${accounts} for ${months} by ${who}, ${again}`,
  happen: async (world) => {
    const client = clientAt(world, who);
    const answer = await request(
      world,
      client,
      monitoring.buySubscription,
      { accounts, months, autopay: months % 2 === 1 },
      again,
    );
    if (answer) world.reportedPayments.add(`subscription ${client.id} ${answer.startsAt}`);
  },
});

export const moreAccounts = (who: number, accounts: number, again: Again): ModelEvent => ({
  name: `more-accounts: ${accounts} for ${who}, ${again}`,
  happen: async (world) => {
    await request(world, clientAt(world, who), monitoring.addAccounts, { accounts }, again);
  },
});

export const autopay = (who: number, on: boolean): ModelEvent => ({
  name: `autopay of ${who} ${on ? "on" : "off"}`,
  happen: async (world) => {
    await request(world, clientAt(world, who), monitoring.setAutopay, { autopay: on });
  },
});

export const partnerTransfer = (who: number, dollars: number, again: Again): ModelEvent => ({
  name: `partner-transfer of ${dollars} by ${who}, ${again}`,
  happen: async (world) => {
    await request(
      world,
      clientAt(world, who),
      partner.transferToBalance,
      { amountCents: dollars * 100 },
      again,
    );
  },
});

/** A withdrawal to the known wallet, or to a new one that is confirmed by the email, or never. */
export const withdrawal = (
  who: number,
  dollars: number,
  newWallet: "no" | "confirmed" | "forgotten",
  again: Again,
): ModelEvent => ({
  name: `withdrawal of ${dollars} by ${who}, new wallet: ${newWallet}, ${again}`,
  happen: async (world) => {
    const client = clientAt(world, who);
    const number = String(world.api.deps.clock.now().getTime()).slice(-12);
    const to = newWallet === "no" ? wallet : { ...wallet, wallet: `Z${number}` };
    const answer = await request(world, client, partner.createWithdrawal, { ...to, amount: dollars }, again);
    if (!answer || newWallet !== "confirmed") return;
    const email = world.api.sentEmails.findLast(
      ({ to: address, text }) => address === client.email && text.includes("confirm-wallet"),
    );
    const code = /confirm-wallet\?code=([\w-]+)/.exec(email?.text ?? "")?.[1];
    if (code) await request(world, client, partner.confirmWallet, { code }, again);
  },
});

export const withdrawalCancel = (who: number, again: Again): ModelEvent => ({
  name: `withdrawal-cancel by ${who}, ${again}`,
  happen: async (world) => {
    const client = clientAt(world, who);
    const own = eq(partnerWithdrawals.userId, client.id);
    const found = (
      await world.api.db.select().from(partnerWithdrawals).where(own).orderBy(partnerWithdrawals.createdAt)
    ).at(-1);
    if (found) await request(world, client, partner.cancelWithdrawal, { withdrawalId: found.id }, again);
  },
});

export type WithdrawalEnd = "paidOut" | "rejected";

export const withdrawalDecision = (which: number, status: WithdrawalEnd): ModelEvent => ({
  name: `withdrawal-decision on ${which}: ${status}`,
  happen: async (world) => {
    const { api } = world;
    const pending = and(inArray(partnerWithdrawals.status, ["underReview", "confirming"]));
    const row = pick(
      await api.db
        .select()
        .from(partnerWithdrawals)
        .where(pending)
        .orderBy(partnerWithdrawals.createdAt, partnerWithdrawals.id),
      which,
    );
    if (!row) return;
    const decided = await transaction(api.db, (tx) => decideWithdrawal(api.deps, tx, row.id, { status }));
    count(world, `withdrawals ${decided ? status : "not to be decided"}`);
  },
});

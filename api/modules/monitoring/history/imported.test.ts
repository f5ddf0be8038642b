import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringDays as days, monitoringDeals as deals } from "#api/db/schema/monitoring-history";
import { transaction } from "#api/db/transaction";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { importOperations } from "./store-deals";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

/**
 * Returns a day's equity after a terminal sends a deposit with its next state; the deposit may have been imported
 * from a file before.
 */
async function dayWithDeposit(isInFile: boolean) {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const now = api.deps.clock.now().getTime();
  const minutesFromNow = (minutes: number) => now + minutes * 60_000;
  const deal = (ticket: string, minutes: number, profit: string) => ({
    ticket,
    type: "balance",
    profit,
    time: Math.floor(minutesFromNow(minutes) / 1000),
  });
  const state = (amount: string) => ({ currency: "USD", gmt_offset: 0, balance: amount, equity: amount });
  await post({
    ...state("500"),
    time: Math.floor(minutesFromNow(-20) / 1000),
    deals: [deal("1", -60, "500")],
  });
  const [account] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, id));
  const accountId = account?.id ?? "";
  const inFile = {
    ticket: "i7",
    time: minutesFromNow(-10),
    type: "balance" as const,
    amount: 100n * 10n ** 8n,
  };
  if (isInFile) await transaction(api.db, (tx) => importOperations(tx, accountId, [inFile], false));
  await post({ ...state("600"), time: Math.floor(now / 1000), deals: [deal("2", -10, "100")] });
  return {
    tickets: await api.db
      .select({ ticket: deals.ticket })
      .from(deals)
      .where(eq(deals.accountId, accountId))
      .orderBy(deals.at),
    equity: await api.db
      .select({ day: days.day, equity: days.equity })
      .from(days)
      .where(eq(days.accountId, accountId)),
  };
}

it("counts a cash flow of a file and the terminal's post once in the equity of its day", async () => {
  const alone = await dayWithDeposit(false);
  expect(alone.tickets).toEqual([{ ticket: "1" }, { ticket: "2" }]);
  expect(alone.equity[0]?.equity).toContain('"');
  expect(await dayWithDeposit(true)).toEqual(alone);
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { eventsSince } from "#api/modules/monitoring/history/events";
import { anyDay } from "#api/modules/monitoring/history/period";
import { changeOf, timeOf } from "#api/modules/monitoring/statistics/event-order";
import { dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { balanceChangesOf } from "./balance-changes";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const day = 86_400;
const chargeTime = start + 3 * day;
const deals = [
  ...dealsOf("1000", ["50.12345678", "-20.00"]),
  // one moment, ordered by ticket number
  ...["100", "99", "9"].map((ticket) => ({ ticket, time: chargeTime, type: "charge", profit: "-0.01" })),
  { ticket: "101", time: chargeTime, type: "credit", profit: "300" },
  { ticket: "102", time: chargeTime + day - 1, type: "balance", profit: "-500" },
  ...dealsOf("0", ["30.00"], { firstTicket: 200, from: start + 6 * day }).slice(1),
];

test.each([
  { from: null, to: null },
  { from: "2026-01-06", to: "2026-01-08" },
  { from: null, to: "2026-01-08" },
  { from: "2026-01-08", to: null },
  { from: "2025-01-01", to: "2025-12-31" },
])("moments are the events that changed the balance, in order ($from to $to)", async ({ from, to }) => {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  await post({ deals });
  const [account] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, id));
  const accountId = account?.id ?? "";
  const until = to && new Date(Date.parse(to) + day * 1000).toISOString().slice(0, 10);
  const events = await eventsSince(api.db, accountId, from ?? anyDay.from, until);
  const moved = events.filter((event) => "trade" in event || event.operation.type !== "credit");
  expect(await balanceChangesOf(api.db, accountId, { from, to })).toEqual(
    moved.map((event) => ({
      floating: "trade" in event ? null : (event.operation.floating ?? null),
      kind: "trade" in event ? "trade" : event.operation.type,
      ticket: "trade" in event ? event.trade.ticket : event.operation.ticket,
      time: timeOf(event),
      openTime: "trade" in event ? event.trade.openTime : null,
      amount: changeOf(event),
    })),
  );
  if (!from && !to) expect(moved).toHaveLength(8);
});

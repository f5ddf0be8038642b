import { afterAll, beforeAll, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { clientWithServer, runServerJobs, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { dayMilliseconds, dayOf } from "#contract/day";
import * as contract from "#contract/vps/index";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

/** Sets the clock forward to a day, at the same hour. */
function passTo(day: string): void {
  const days = Math.round((Date.parse(day) - Date.parse(dayOf(api.deps.clock.now()))) / dayMilliseconds);
  api.pass({ days });
}

const serverOf = async (id: string, serverId: string) =>
  (await api.call(contract.getServer, { serverId }, { token: await tokenOf(api, id) })).body;

test("a server rented on the 31st ends on the 31st again after a shorter month: manually, automatically, as quoted and forecast", async () => {
  passTo("2026-03-31");
  const { id, serverId } = await clientWithServer(api, { autoRenewal: true });
  expect(dayOf(new Date((await serverOf(id, serverId)).paidUntil))).toBe("2026-04-30");

  const token = await tokenOf(api, id);
  const { body: quote } = await api.call(contract.quoteRenewal, { serverId, months: 1 }, { token });
  const offered = (await serverOf(id, serverId)).periods.find(({ months }) => months === 1);
  const { body: renewed } = await api.call(contract.renew, { serverId, months: 1 }, { token });
  for (const { paidUntil } of [quote, offered ?? quote, renewed])
    expect(dayOf(new Date(paidUntil))).toBe("2026-05-31");

  passTo("2026-05-31");
  await runServerJobs(api);
  await runDueJobs(api.deps);
  expect(dayOf(new Date((await serverOf(id, serverId)).paidUntil))).toBe("2026-06-30");
  const { body: coming } = await api.call(contract.comingPayments, {}, { token: await tokenOf(api, id) });
  expect(coming.payments.map(({ at }) => dayOf(new Date(at)))).toEqual([
    // each one a day before the paid time ends
    "2026-06-29",
    "2026-07-30",
    "2026-08-30",
    "2026-09-29",
    "2026-10-30",
  ]);
  expect(coming.payments[0]).not.toHaveProperty("paidDay");
});

test("a blocked server renews from the day on which it is paid again", async () => {
  passTo("2026-07-31");
  const { id, serverId } = await clientWithServer(api, {}, 1900 * 3);
  passTo("2026-09-03");
  await runServerJobs(api);
  await runDueJobs(api.deps);
  expect((await serverOf(id, serverId)).status).toBe("blocked");
  const paid = async () =>
    (await api.call(contract.renew, { serverId, months: 1 }, { token: await tokenOf(api, id) })).body
      .paidUntil;
  expect(dayOf(new Date(await paid()))).toBe("2026-10-03");
  expect(dayOf(new Date(await paid()))).toBe("2026-11-03");
});

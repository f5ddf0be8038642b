import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import { noChange } from "#api/modules/monitoring/history/dirty-ranges";
import { markDirty } from "#api/modules/monitoring/history/refresh";
import { dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("the page version changes with everything that a visitor can see, and is hidden from strangers while the page is private", async () => {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const answer = () => api.call(contract.pageVersion, { monitoringId: id }, {});
  expect((await answer()).status).toBe(404);

  const versions: (string | null)[] = [];
  const recordVersion = async () => void versions.push((await answer()).body.version);
  const sharing = { visibility: "link", showMoney: false, showPositions: false, showNumber: false } as const;
  await api.call(contract.setSharing, { monitoringId: id, ...sharing }, { token });
  await recordVersion();
  await recordVersion();
  expect(new Set(versions).size).toBe(1);
  await post({ time: start, deals: dealsOf("500", ["5"]), balance: "505", equity: "505" });
  // the first viewer sums it up
  await api.call(contract.statistics, { monitoringId: id }, {});
  await recordVersion();
  await api.call(contract.setSharing, { monitoringId: id, ...sharing, showMoney: true }, { token });
  await recordVersion();
  expect(new Set(versions).size).toBe(3);
  expect(versions).not.toContain(null);
});

test("a recalculated history has a new revision, even if its row looks the same", async () => {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  await post({ time: start, deals: dealsOf("500", ["5"]), balance: "505", equity: "505" });
  const readVersion = async () => {
    await api.call(contract.statistics, { monitoringId: id }, { token });
    return (await api.call(contract.pageVersion, { monitoringId: id }, { token })).body;
  };
  const before = await readVersion();
  const [account] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, id));
  await transaction(api.db, (tx) => markDirty(tx, account?.id ?? "", { ...noChange, events: start * 1000 }));
  const after = await readVersion();
  expect(after.version).toBe(before.version);
  expect(after.revision).not.toBe(before.revision);
});

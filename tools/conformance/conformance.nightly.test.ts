import { afterAll, beforeAll, expect, test } from "vitest";
import { demoId, demoPassword } from "#api/bootstrap/seed/demo-clients";
import { fillTables } from "#api/cli/backup/fill-tables.testing";
import { giveMoney, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import type { Fault } from "./faults.testing";
import { faults, through } from "./faults.testing";
import { checkService } from "./run";

const url = "http://localhost:3000";
let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
  await fillTables(api);
  await giveMoney(api, demoId("anna"), 500_000);
}, 120_000);
afterAll(() => api.close());

async function problemsOf(fault?: Fault) {
  // rate limits are per hour
  api.pass({ minutes: 61 });
  const fetch = through((path, init) => {
    api.pass({ seconds: 1 });
    return api.fetch(path, init);
  }, fault);
  const login = { email: "anna@demo.test", password: demoPassword };
  const { list, notOffered, skipped } = await checkService({ url, fetch, login, spend: true });
  return {
    looked: list.length,
    left: [...notOffered, ...skipped],
    problems: list.flatMap(({ name, problem }) => (problem === null ? [] : `${name}: ${problem}`)),
  };
}

test("the unmodified service has no problems", async () => {
  const { looked, left, problems } = await problemsOf();
  expect(problems).toEqual([]);
  // endpoints that need the token of an email, a page of the sandbox, an import's file, a subscription, an invoice or
  // a version of a text
  expect(left.sort()).toEqual([
    "books.readInvoice",
    "monitoring.quoteAccounts",
    "monitoring.readImport",
    "monitoring.readInvitation",
    "monitoring.readUnsubscribe",
    "payments.depositInvoice",
    "payments.sandboxOrder",
    "profile.readEmailChange",
    "security.readNotMe",
    "texts.readText",
  ]);
  expect(looked).toBeGreaterThan(250);
});

test("there are at least twenty faults", () => {
  expect(Object.keys(faults).length).toBeGreaterThanOrEqual(20);
});

test.each(Object.entries(faults))("%s is found", async (_, fault) => {
  expect((await problemsOf(fault)).problems).not.toEqual([]);
});

test("the service has no problems after the faults", async () => {
  expect((await problemsOf()).problems).toEqual([]);
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { users } from "#api/db/schema/users";
import { rates, servers, testServerRequests } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { balancesOf } from "#api/ledger/ledger";
import { finishOrders, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { testServerDays } from "#contract/rules";
import * as contract from "#contract/vps/index";
import { decideTestServer } from "./decide-test-server";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
beforeEach(() => void api.sentEmails.splice(0));

type Decision = Parameters<typeof decideTestServer>[3];
const decide = async (requestId: string, decision: Decision) => {
  const isDecided = await transaction(api.db, (tx) => decideTestServer(api.deps, tx, requestId, decision));
  await runDueJobs(api.deps);
  return isDecided;
};
const stateOf = async (token: string) => (await api.call(contract.testServerState, {}, { token })).body;

/** Creates a client who has requested a test server. */
async function clientWithRequest(comment?: string) {
  const client = await api.newClient();
  const requested = await api.call(
    contract.orderTestServer,
    { ...(comment && { comment }) },
    { token: client.token },
  );
  expect(requested.body).toEqual({ ok: true });
  const [request] = await api.db
    .select()
    .from(testServerRequests)
    .where(eq(testServerRequests.userId, client.id));
  if (!request) throw new Error("no request was kept");
  return { ...client, request };
}

test("an approved test server works for some days on its plan, and costs nothing", async () => {
  const { id, token, email, request } = await clientWithRequest("MT5, two charts");
  const [rate] = await api.db.select().from(rates).where(eq(rates.isForTests, true));
  expect(await stateOf(token)).toEqual({ state: "underReview", tariff: rate?.name, days: 3 });
  expect(await decide(request.id, { approved: true })).toBe(true);
  expect((await stateOf(token)).state).toBe("ordered");

  const [server] = await api.db.select().from(servers).where(eq(servers.userId, id));
  const now = api.deps.clock.now();
  expect(server).toMatchObject({
    rateId: rate?.id,
    operatingSystem: rate?.operatingSystems[0],
    comment: "MT5, two charts",
    status: "settingUp",
    isTest: true,
    issuedAt: now,
    paidUntil: new Date(now.getTime() + testServerDays * 86_400_000),
    autoRenewal: false,
  });
  expect(server?.id).toMatch(/^[a-z0-9]{10}$/i);
  expect(api.sentEmails.at(-1)).toMatchObject({
    to: email,
    template: "testServerDecided",
    subject: "Your test server has been approved",
  });
  const [decided] = await api.db
    .select()
    .from(testServerRequests)
    .where(eq(testServerRequests.id, request.id));
  expect(decided).toMatchObject({ status: "approved", reason: null, decidedAt: now, serverId: server?.id });

  await finishOrders(api);
  const [ready] = await api.db.select().from(servers).where(eq(servers.userId, id));
  expect(ready?.status).toBe("active");
  expect((await balancesOf(api.db, id)).main).toBe(0);
});

test.each([
  ["en", "Your test server is being set up. We'll e-mail you when it's ready.", /log ?in with|password:/i],
  ["ru", "Тестовый сервер настраивается. Мы напишем, когда он будет готов.", /пароль:|войдите с/i],
] as const)(
  "the approval email mentions no login details before they exist (%s)",
  async (language, expectedText, details) => {
    const { id, email, request } = await clientWithRequest();
    await api.db.update(users).set({ language }).where(eq(users.id, id));
    await decide(request.id, { approved: true });
    const approval = api.sentEmails.filter(({ to }) => to === email).at(-1);
    expect(approval?.text.replace(/\s+/g, " ")).toContain(expectedText);
    expect(approval?.text).not.toMatch(details);
    expect(approval?.text).not.toContain("/credentials");
    await finishOrders(api);
    const [server] = await api.db.select().from(servers).where(eq(servers.userId, id));
    // the next email is the one of the ready server, which links to the credentials
    const after = api.sentEmails.filter(({ to }) => to === email).at(-1);
    expect(after).not.toBe(approval);
    expect(after?.text).toContain(String(server?.id));
  },
);

test("a rejected request has its reason, and can't be made again", async () => {
  const { id, token, email, request } = await clientWithRequest();
  const decision = { approved: false, reason: "You had one as another client" } as const;
  expect(request.comment).toBe("");
  expect(await decide(request.id, decision)).toBe(true);
  expect((await stateOf(token)).state).toBe("rejected");
  expect(api.sentEmails.at(-1)).toMatchObject({ to: email, text: expect.stringContaining(decision.reason) });
  expect(await api.db.select().from(servers).where(eq(servers.userId, id))).toEqual([]);
  const again = await api.call(contract.orderTestServer, {}, { token });
  expect([again.status, again.error.code]).toEqual([409, "testServerOrdered"]);
});

test("a request is decided once, and an unknown one is ignored", async () => {
  const { id, request } = await clientWithRequest();
  await decide(request.id, { approved: true });
  expect(await decide(request.id, { approved: false, reason: "late" })).toBe(false);
  expect(await decide(request.id, { approved: true })).toBe(false);
  expect(await decide("nosuchrequest", { approved: true })).toBe(false);
  expect(await api.db.select().from(servers).where(eq(servers.userId, id))).toHaveLength(1);
  expect(api.sentEmails).toHaveLength(1);
});

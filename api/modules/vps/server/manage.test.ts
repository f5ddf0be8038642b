import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { machineOrders } from "#api/db/schema/machine-orders";
import { servers } from "#api/db/schema/vps";
import { clientWithServer, finishOrders, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as balance from "#contract/balance/index";
import { activity } from "#contract/security/index";
import { currentUser } from "#contract/users/index";
import * as contract from "#contract/vps/index";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

const detailsOf = async (token: string, serverId: string) =>
  (await api.call(contract.getServer, { serverId }, { token })).body;
const balanceOf = async (token: string) => (await api.call(currentUser, {}, { token })).body.balanceCents;

test("another client's server and a missing one get the same 404 from every endpoint", async () => {
  const { serverId } = await clientWithServer(api);
  const { token } = await api.newClient();
  const answer = async (id: string) =>
    Promise.all([
      api.call(contract.getServer, { serverId: id }, { token }),
      api.call(contract.serverHistory, { serverId: id }, { token }),
      api.call(contract.credentials, { serverId: id }, { token }),
      api.call(contract.revealPassword, { serverId: id }, { token }),
      api.call(contract.remoteDesktopFile, { serverId: id }, { token }),
      api.call(contract.controlState, { serverId: id }, { token }),
      api.call(contract.control, { serverId: id, action: "restart" }, { token }),
      api.call(contract.snapshotState, { serverId: id }, { token }),
      api.call(contract.orderSnapshot, { serverId: id, action: "rollBack", snapshot: "mine" }, { token }),
      api.call(contract.renew, { serverId: id, months: 1 }, { token }),
      api.call(contract.quoteRenewal, { serverId: id, months: 1 }, { token }),
      api.call(contract.setAutoRenewal, { serverId: id, on: true }, { token }),
      api.call(contract.changeComment, { serverId: id, comment: "mine" }, { token }),
      api.call(contract.upgradeOptions, { serverId: id }, { token }),
      api.call(contract.orderUpgrade, { serverId: id, rateId: "trader-8", date: "2026-03-10" }, { token }),
      api.call(contract.cancelUpgrade, { serverId: id }, { token }),
    ]);
  const [foreign, none] = [await answer(serverId), await answer("nosuchserver")];
  expect(foreign.map(({ status, error }) => [status, error])).toEqual(
    none.map(({ status, error }) => [status, error]),
  );
  expect(new Set(foreign.map(({ status }) => status))).toEqual(new Set([404]));
});

test("a request is accepted, runs and finishes; a second one is rejected meanwhile with a message", async () => {
  const { token, serverId } = await clientWithServer(api);
  const { body: accepted } = await api.call(contract.control, { serverId, action: "turnOff" }, { token });
  expect(accepted).toMatchObject({ action: "turnOff", status: "accepted" });
  const second = await api.call(contract.control, { serverId, action: "restart" }, { token });
  expect([second.status, second.error.message]).toEqual([409, "Previous request is still processing"]);
  expect((await api.call(contract.controlState, { serverId }, { token })).body.isBusy).toBe(true);
  await finishOrders(api);
  const { body } = await api.call(contract.controlState, { serverId }, { token });
  expect(body).toMatchObject({ isOn: false, isBusy: false, requests: [{ id: accepted.id, status: "done" }] });
  expect(Date.parse(body.requests[0]?.finishedAt ?? "")).toBeGreaterThan(Date.parse(accepted.acceptedAt));
});

test("of many concurrent requests one is accepted, and a repeated one is the same", async () => {
  const { token, serverId } = await clientWithServer(api);
  const key = "a-click-that-came-twice";
  const twice = await Promise.all(
    [1, 2].map(() => api.call(contract.control, { serverId, action: "restart" }, { token, key })),
  );
  expect(twice[0]?.body.id).toBe(twice[1]?.body.id);
  const others = await Promise.all(
    Array.from({ length: 10 }, () => api.call(contract.control, { serverId, action: "restart" }, { token })),
  );
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([409]));
});

test("a renewal begins at the end of the paid time, and can be repeated without being paid twice", async () => {
  const { token, serverId } = await clientWithServer(api, {}, 50_000);
  const before = await detailsOf(token, serverId);
  const key = "renewal-form-one";
  const { body } = await api.call(contract.renew, { serverId, months: 3 }, { token, key });
  await api.call(contract.renew, { serverId, months: 3 }, { token, key });
  const after = await detailsOf(token, serverId);
  expect(before.paidUntil.slice(0, 10)).toBe("2026-04-02");
  expect([after.paidUntil, after.paidUntil.slice(0, 10)]).toEqual([body.paidUntil, "2026-07-02"]);
  expect(await balanceOf(token)).toBe(50_000 - 1900 - 5415);
});

test("the password is shown on request only, each time recorded for the owner, and the .rdp file has none", async () => {
  const { token, serverId } = await clientWithServer(api);
  const first = await api.call(contract.revealPassword, { serverId }, { token, address: "203.0.113.9" });
  const again = await api.call(contract.revealPassword, { serverId }, { token, address: "203.0.113.9" });
  expect(again.body.password).toBe(first.body.password);
  expect(first.response.headers.get("cache-control")).toBe("no-store");
  const { body } = await api.call(contract.credentials, { serverId }, { token });
  expect(body.reveals.map(({ address }) => address)).toEqual(["203.0.113.9", "203.0.113.9"]);
  const noted = await api.call(activity, {}, { token });
  expect(JSON.stringify(noted.body)).toContain(serverId);
  const file = await api.call(contract.remoteDesktopFile, { serverId }, { token });
  const text = await file.response.text();
  expect(text.split("\r\n")).toEqual([
    `full address:s:${body.ip}`,
    `username:s:${body.login}`,
    "prompt for credentials:i:1",
    "authentication level:i:2",
    "redirectclipboard:i:1",
    "autoreconnection enabled:i:1",
    "",
  ]);
  expect(text).not.toContain(first.body.password);
  expect(file.response.headers.get("content-type")).toBe("application/x-rdp");
  expect(file.response.headers.get("cache-control")).toBe("no-store");
  expect(file.response.headers.get("content-disposition")).toBe(`attachment; filename="${serverId}.rdp"`);
});

test("a server's history lists payments with their receipts, orders to the machine and views of the password", async () => {
  const { token, serverId } = await clientWithServer(api, {}, 50_000);
  await api.call(contract.revealPassword, { serverId }, { token });
  api.pass({ minutes: 1 });
  await api.call(contract.control, { serverId, action: "restart" }, { token });
  await finishOrders(api);
  await api.call(contract.renew, { serverId, months: 3 }, { token });
  const { body } = await api.call(contract.serverHistory, { serverId }, { token });
  expect(body.events.map(({ kind, status }) => [kind, status])).toEqual([
    ["renewal", null],
    ["restart", "done"],
    ["passwordShown", null],
    expect.anything(),
    expect.anything(),
  ]);
  expect(new Set(body.events.slice(3).map(({ kind }) => kind))).toEqual(new Set(["rent", "create"]));
  const [renewal] = body.events;
  expect(renewal?.payment).toMatchObject({ amountCents: -5415, months: 3, tariff: "Trader 2" });
  const receipt = { kind: "server-payments", receiptId: renewal?.payment?.receiptId ?? "" } as const;
  const { body: receiptBody } = await api.call(balance.receipt, receipt, { token });
  expect(receiptBody).toMatchObject({ movement: { amountCents: -5415 } });
});

test("comment and auto-renewal are stored", async () => {
  const { token, serverId } = await clientWithServer(api);
  const answer = await api.call(contract.changeComment, { serverId, comment: "  <b>EA</b> " }, { token });
  expect(answer.body).toEqual({ ok: true });
  await api.call(contract.setAutoRenewal, { serverId, on: true }, { token });
  expect(await detailsOf(token, serverId)).toMatchObject({ comment: "<b>EA</b>", autoRenewal: true });
  const long = await api.call(contract.changeComment, { serverId, comment: "x".repeat(201) }, { token });
  expect([long.status, long.error.fields]).toEqual([422, { comment: "This is too long" }]);
});

test.each(["ip", "login", "encryptedPassword"] as const)(
  "a server without its %s has no connection details yet",
  async (missing) => {
    const { token, serverId } = await clientWithServer(api);
    await api.db
      .update(servers)
      .set({ [missing]: null })
      .where(eq(servers.id, serverId));
    for (const endpoint of [contract.credentials, contract.revealPassword, contract.remoteDesktopFile]) {
      const { status, error } = await api.call(endpoint, { serverId }, { token });
      expect([status, error.code]).toEqual([409, "serverNotReady"]);
    }
  },
);

test("the history of a server shows its twenty newest events", async () => {
  const { token, serverId } = await clientWithServer(api);
  const rows = Array.from({ length: 25 }, (_, index) => ({
    id: `history-${index}`,
    serverId,
    kind: "restart" as const,
    status: "done" as const,
    acceptedAt: new Date(Date.UTC(2027, 0, 1 + index)),
  }));
  await api.db.insert(machineOrders).values(rows);
  const { body } = await api.call(contract.serverHistory, { serverId }, { token });
  expect(body.events.map(({ id }) => id)).toEqual(
    rows
      .slice(5)
      .reverse()
      .map(({ id }) => id),
  );
});

test("a test server is given once, by an operator's decision", async () => {
  const { token } = await api.newClient();
  expect((await api.call(contract.testServerState, {}, { token })).body.state).toBe("available");
  const answers = await Promise.all(
    [1, 2, 3].map(() => api.call(contract.orderTestServer, { comment: "MT5" }, { token })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const rejected = answers.find(({ ok }) => !ok);
  expect(rejected?.error.message).toBe("Test server already ordered");
  expect((await api.call(contract.testServerState, {}, { token })).body.state).toBe("underReview");
});

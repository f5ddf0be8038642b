import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { machineOrders } from "#api/db/schema/machine-orders";
import { operatorActions } from "#api/db/schema/operator";
import { checkLedger } from "#api/ledger/ledger";
import { countWaiting } from "#api/modules/staff/count-waiting";
import { waitingItems } from "#api/modules/staff/waiting";
import {
  clientWithServer,
  finishOrders,
  giveMoney,
  order,
  orderUpgrade,
  runServerJobs,
  tokenOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { history } from "#contract/balance/index";
import { dayOf } from "#contract/day";
import { staffActivity } from "#contract/security/index";
import { alertMessage, currentUser, permissions } from "#contract/users/index";
import * as contract from "#contract/vps/index";
import { runAdmin as runOperator } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
beforeEach(() => void api.sentEmails.splice(0));

const operate = (...args: string[]) => runOperator(api, ...args);

const statusOf = async (token: string, serverId: string) =>
  (await api.call(contract.getServer, { serverId }, { token })).body.status;
const balanceOf = async (token: string) => (await api.call(currentUser, {}, { token })).body.balanceCents;

test("a test server is approved: it is set up and the client notified by email", async () => {
  const { token, email } = await api.newClient();
  await api.call(contract.orderTestServer, { comment: "MT5 with two EAs" }, { token });
  const list = await operate("test-servers", "list");
  expect(list).toContain("MT5 with two EAs");
  const [{ id }] = JSON.parse(await operate("test-servers", "list", "--json")) as [{ id: string }];
  await operate("test-servers", "approve", id);
  await finishOrders(api);
  const { body } = await api.call(contract.servers, {} as never, { token });
  expect(body.servers).toMatchObject([{ isTest: true, status: "active", tariff: "Trader 1" }]);
  expect(api.sentEmails.filter(({ to }) => to === email).map(({ template }) => template)).toEqual([
    "testServerDecided",
    "serverReady",
  ]);
  expect((await api.call(contract.testServerState, {}, { token })).body.state).toBe("ordered");
  const again = "This test server request was already decided.";
  await expect(operate("test-servers", "approve", id)).rejects.toThrow(again);
  await expect(operate("test-servers", "reject", id, "--reason", "No")).rejects.toThrow(again);
  await expect(operate("test-servers", "approve", "nosuch")).rejects.toThrow("notFound");
  expect(await operate("test-servers", "list")).toBe("None.");
});

test("a test server is rejected with a reason that the client sees", async () => {
  const { token, email } = await api.newClient();
  await api.call(contract.orderTestServer, {}, { token });
  const [{ id }] = JSON.parse(await operate("test-servers", "list", "--json")) as [{ id: string }];
  await operate("test-servers", "reject", id, "--reason", "the network had one already");
  await runDueJobs(api.deps);
  expect(api.sentEmails.at(-1)?.to).toBe(email);
  expect(api.sentEmails.at(-1)?.text).toContain("the network had one already");
  const again = await api.call(contract.orderTestServer, {}, { token });
  expect(again.error.message).toBe("Test server already ordered");
});

test("a server that could not be set up is listed, retried, or refunded", async () => {
  await operate("servers", "fail-next", "--kind", "create", "--count", "2");
  const client = await api.newClient();
  await giveMoney(api, client.id, 10_000);
  const { token } = client;
  const [first, second] = [
    (await api.call(contract.rent, order, { token })).body.serverId,
    (await api.call(contract.rent, order, { token })).body.serverId,
  ];
  await finishOrders(api);
  const failed = JSON.parse(await operate("servers", "failed", "--json")) as {
    order: string;
    server: string;
  }[];
  expect(failed.map(({ server }) => server).sort()).toEqual([first, second].sort());

  await operate("servers", "retry", failed.find(({ server }) => server === first)?.order ?? "");
  await finishOrders(api);
  expect(await statusOf(token, first)).toBe("active");
  await operate("servers", "refund", second, "--reason", "Spam");
  expect(await statusOf(token, second)).toBe("revoked");
  expect(await balanceOf(token)).toBe(10_000 - 1900);
  expect(await operate("servers", "failed")).toBe("None.");
  await expect(operate("servers", "refund", first, "--reason", "Spam")).rejects.toThrow("serverIsSetUp");
  expect(await checkLedger(api.db)).toEqual([]);
});

test("an operator's block stays in spite of payments until it is lifted", async () => {
  const { token, serverId } = await clientWithServer(api);
  await operate("servers", "block", serverId, "--reason", "Spam");
  await finishOrders(api);
  expect(await statusOf(token, serverId)).toBe("blocked");
  const paid = await api.call(contract.renew, { serverId, months: 1 }, { token });
  expect([paid.status, paid.error.code]).toEqual([409, "serverHeld"]);
  await operate("servers", "release", serverId);
  await finishOrders(api);
  expect(await statusOf(token, serverId)).toBe("active");
  expect((await api.call(contract.controlState, { serverId }, { token })).body.isOn).toBe(true);
  expect(await ordersOf(serverId)).toEqual(["create done", "block done", "unblock done"]);
  await operate("servers", "revoke", serverId, "--reason", "Spam");
  expect(await statusOf(token, serverId)).toBe("revoked");
  expect(await operate("servers", "list", "--status", "revoked")).toContain(serverId);
});

test("a client is notified of a block, of its end and of a revocation, with the reason", async () => {
  const { serverId } = await clientWithServer(api);
  api.sentEmails.splice(0);
  await operate("servers", "block", serverId, "--reason", "Mail in bulk");
  await operate("servers", "block", serverId, "--reason", "Mail in bulk, again");
  await operate("servers", "release", serverId);
  await operate("servers", "revoke", serverId, "--reason", "Mail in bulk, once more");
  expect(api.sentEmails.map(({ template }) => template)).toEqual([
    "serverHeld",
    "serverReleased",
    "serverTakenBack",
  ]);
  expect(api.sentEmails[0]?.text).toContain(`We've blocked server ${serverId}`);
  expect(api.sentEmails[0]?.text).toContain("Reason: Mail in bulk\n");
  expect(api.sentEmails[2]?.text).toContain("Reason: Mail in bulk, once more");
  await expect(operate("servers", "block", serverId)).rejects.toThrow();
});

const ordersOf = async (id: string) => {
  const orders = await api.db
    .select()
    .from(machineOrders)
    .where(eq(machineOrders.serverId, id))
    .orderBy(asc(machineOrders.acceptedAt));
  return orders.map(({ kind, status }) => `${kind} ${status}`);
};
const failedOrder = async (id: string) => {
  const failed = JSON.parse(await operate("servers", "failed", "--json")) as Record<string, string>[];
  return failed.find(({ server }) => server === id)?.order ?? "";
};

test("a block during setup stops the finished machine, and nobody is told that it is ready", async () => {
  const client = await api.newClient();
  await giveMoney(api, client.id, 10_000);
  const { serverId } = (await api.call(contract.rent, order, client)).body;
  await operate("servers", "block", serverId, "--reason", "Spam");
  await finishOrders(api);
  await finishOrders(api);
  expect(await ordersOf(serverId)).toEqual(["create done", "block done"]);
  const { body } = await api.call(contract.controlState, { serverId }, client);
  expect([body.status, body.isOn]).toEqual(["blocked", false]);
  expect(api.sentEmails.map(({ template }) => template)).toEqual(["serverHeld"]);
  await operate("servers", "release", serverId);
  await finishOrders(api);
  expect(await statusOf(client.token, serverId)).toBe("active");
});

test("a test server held past its end and set up later is active for its full time", async () => {
  const client = await api.newClient();
  await api.call(contract.orderTestServer, {}, client);
  const [{ id }] = JSON.parse(await operate("test-servers", "list", "--json")) as [{ id: string }];
  await operate("servers", "fail-next", "--kind", "create", "--count", "1");
  await operate("test-servers", "approve", id);
  await finishOrders(api);
  const [{ id: serverId } = { id: "" }] = (await api.call(contract.servers, {} as never, client)).body
    .servers;
  await operate("servers", "block", serverId, "--reason", "Spam");
  api.pass({ days: 4 });
  await operate("servers", "release", serverId);
  await operate("servers", "retry", await failedOrder(serverId));
  await finishOrders(api);
  const token = await tokenOf(api, client.id);
  expect((await api.call(contract.getServer, { serverId }, { token })).body).toMatchObject({
    status: "active",
  });
  expect(api.sentEmails.at(-1)?.template).toBe("serverReady");
  expect(await ordersOf(serverId)).toEqual(["create failed", "create done"]);
});

test("a failed upgrade waits for staff until it is refunded", async () => {
  const { id, token, serverId } = await clientWithServer(api, { rateId: "trader-1" }, 10_000);
  const before = await balanceOf(token);
  await operate("servers", "fail-next", "--kind", "resize", "--count", "1", "--server", serverId);
  await orderUpgrade(api, await tokenOf(api, id), {
    serverId,
    rateId: "trader-2",
    date: dayOf(api.deps.clock.now()),
  });
  await runServerJobs(api);
  await finishOrders(api);
  expect(await ordersOf(serverId)).toContain("resize failed");
  expect(await failedOrder(serverId)).not.toBe("");
  await expect(operate("servers", "refund", serverId, "--reason", "Full")).rejects.toThrow("serverIsSetUp");
  await operate("servers", "refund-upgrade", serverId, "--reason", "Full");
  expect(await balanceOf(token)).toBe(before);
  expect(await failedOrder(serverId)).toBe("");
});

test("a failed restart is dismissed: it no longer waits, and its server stays on and free for the next order", async () => {
  const { id, token, serverId } = await clientWithServer(api);
  await operate("servers", "fail-next", "--kind", "restart", "--count", "1", "--server", serverId);
  await api.call(contract.control, { serverId, action: "restart" }, { token });
  await finishOrders(api);
  const restart = await failedOrder(serverId);
  const waiting = () => waitingItems(api.db, { kinds: ["failedOrder"], id: restart });
  expect(await waiting()).toHaveLength(1);
  const counted = (await countWaiting(api.db)).failedOrder;
  await operate("servers", "dismiss", restart, "--reason", "The client restarted it.");
  expect(await failedOrder(serverId)).toBe("");
  expect(await waiting()).toEqual([]);
  expect((await countWaiting(api.db)).failedOrder).toBe(counted - 1);
  const [action] = await api.db
    .select()
    .from(operatorActions)
    .where(eq(operatorActions.command, "servers dismiss"));
  expect([action?.userId, action?.input.reason]).toEqual([id, "The client restarted it."]);
  const { body } = await api.call(contract.controlState, { serverId }, { token });
  expect([body.status, body.isOn, body.isBusy]).toEqual(["active", true, false]);
  await expect(operate("servers", "dismiss", restart, "--reason", "Again")).rejects.toThrow("orderNotFailed");
  await expect(operate("servers", "retry", restart)).rejects.toThrow("orderNotFailed");
});

test("an order that was paid for is not dismissed", async () => {
  const client = await api.newClient();
  await giveMoney(api, client.id, 10_000);
  await operate("servers", "fail-next", "--kind", "create", "--count", "1");
  const { serverId } = (await api.call(contract.rent, order, client)).body;
  await finishOrders(api);
  const create = await failedOrder(serverId);
  await expect(operate("servers", "dismiss", create, "--reason", "No room")).rejects.toThrow("refunded");
  expect(await failedOrder(serverId)).toBe(create);
});

test("an outdated order is not retried", async () => {
  const { id, token, serverId } = await clientWithServer(api);
  await operate("servers", "fail-next", "--kind", "block", "--count", "1", "--server", serverId);
  await operate("servers", "block", serverId, "--reason", "Spam");
  await finishOrders(api);
  const block = await failedOrder(serverId);
  expect(block).not.toBe("");
  await operate("servers", "fail-next", "--kind", "unblock", "--count", "1", "--server", serverId);
  await operate("servers", "release", serverId);
  await finishOrders(api);
  await expect(operate("servers", "retry", block)).rejects.toThrow("orderOutdated");
  const unblock = await failedOrder(serverId);
  expect(unblock).not.toBe(block);
  await operate("servers", "block", serverId, "--reason", "Spam");
  await finishOrders(api);
  await expect(operate("servers", "retry", unblock)).rejects.toThrow("orderOutdated");
  expect(await failedOrder(serverId)).not.toBe(unblock);
  expect(await statusOf(token, serverId)).toBe("blocked");

  await operate("servers", "release", serverId);
  await finishOrders(api);
  await operate("servers", "fail-next", "--kind", "restart", "--count", "1", "--server", serverId);
  await api.call(contract.control, { serverId, action: "restart" }, { token: await tokenOf(api, id) });
  await finishOrders(api);
  const restart = await failedOrder(serverId);
  expect(restart).not.toBe("");
  await operate("servers", "revoke", serverId, "--reason", "Spam");
  await expect(operate("servers", "retry", restart)).rejects.toThrow("orderOutdated");
});

test("a failed setup is not retried once its server is revoked", async () => {
  const client = await api.newClient();
  await giveMoney(api, client.id, 10_000);
  await operate("servers", "fail-next", "--kind", "create", "--count", "1");
  const { serverId } = (await api.call(contract.rent, order, client)).body;
  await finishOrders(api);
  const create = await failedOrder(serverId);
  expect(create).not.toBe("");
  await operate("servers", "refund", serverId, "--reason", "Spam");
  await expect(operate("servers", "retry", create)).rejects.toThrow("orderOutdated");
});

test("a plan is added, priced, offered, changed and withdrawn", async () => {
  const { token } = await api.newClient();
  const names = async () =>
    (await api.call(contract.rates, {}, { token })).body.rates.map(({ name }) => name);
  const add = ["tariffs", "set", "scalper", "--name", "Scalper", "--processor", "2", "--memory-mb", "2048"];
  await expect(operate(...add)).rejects.toThrow("needs all options");
  await operate(
    ...add,
    "--disk-gb",
    "20",
    "--terminals",
    "3",
    "--traffic-gb",
    "unlimited",
    "--os",
    "Windows Server 2022",
  );
  expect(await names()).not.toContain("Scalper");
  await expect(operate("tariffs", "offer", "scalper")).rejects.toThrow("1 month");
  await operate("tariffs", "price", "scalper", "1", "12.50");
  await operate("tariffs", "offer", "scalper");
  expect(await names()).toEqual(["Trader 1", "Scalper", "Trader 2", "Trader 4", "Trader 8"]);
  await operate("tariffs", "set", "scalper", "--name", "Scalper X");
  expect(await names()).toContain("Scalper X");
  await operate("tariffs", "withdraw", "scalper");
  expect(await names()).not.toContain("Scalper X");
  const rejected = await api.call(contract.rent, { ...order, rateId: "scalper" }, { token });
  expect(rejected.status).toBe(404);
});

test("sections can be closed to a client, and a message shown above the pages until it is ended", async () => {
  const { token, email } = await api.newClient();
  expect(await operate("flags", "set", email, "--partner", "off")).toMatch(/partner\s+off/);
  expect((await api.call(permissions, {}, { token })).body).toEqual({ partner: false, monitoring: true });

  const textArgs = ["--en", "Works on Sunday", "--ru", "Работы в воскресенье"];
  const shown = await operate("alerts", "show", ...textArgs, "--email", email);
  const id = /as (\w+)/.exec(shown)?.[1] ?? "";
  expect((await api.call(alertMessage, {}, { token })).body.alert).toEqual({ id, text: "Works on Sunday" });
  const russian = await api.call(alertMessage, {}, { token, language: "ru" });
  expect(russian.body.alert?.text).toBe("Работы в воскресенье");
  const { token: other } = await api.newClient();
  expect((await api.call(alertMessage, {}, { token: other })).body.alert).toBeNull();
  await operate("alerts", "end", id);
  expect((await api.call(alertMessage, {}, { token })).body.alert).toBeNull();
});

test("staff upgrades a server at the agreed price only; the client sees it with its reason and gets an e-mail", async () => {
  const { id, email, serverId } = await clientWithServer(api, { rateId: "trader-1" }, 10_000);
  const token = await tokenOf(api, id);
  const choice = { serverId, rateId: "trader-2", date: dayOf(api.deps.clock.now()) };
  const { totalCents } = (await api.call(contract.quoteUpgrade, choice, { token })).body;
  const before = await balanceOf(token);
  const upgradeAt = (cents: number) => {
    const price = (cents / 100).toFixed(2);
    const reason = "asked for in a ticket";
    return operate(
      "servers",
      "upgrade",
      serverId,
      "--plan",
      "trader-2",
      "--price",
      price,
      "--reason",
      reason,
    );
  };
  await expect(upgradeAt(totalCents - 1)).rejects.toThrow(
    `The upgrade costs $${(totalCents / 100).toFixed(2)} today`,
  );
  expect(await balanceOf(token)).toBe(before);

  api.sentEmails.length = 0;
  expect(await upgradeAt(totalCents)).toContain("is being upgraded to Trader 2");
  const emails = api.sentEmails.filter(({ to }) => to === email);
  expect(emails.map(({ template }) => template)).toEqual(["serverUpgraded"]);
  for (const part of ["Trader 1", "Trader 2", `$${(totalCents / 100).toFixed(2)}`, "asked for in a ticket"])
    expect(emails[0]?.text).toContain(part);
  const { movements } = (await api.call(history, { kind: "server-payments", page: 1 }, { token })).body;
  expect(movements[0]).toMatchObject({
    about: `Upgrade to Trader 2, server ${serverId}`,
    amountCents: -totalCents,
  });
  await runServerJobs(api);
  await finishOrders(api);
  expect(await balanceOf(token)).toBe(before - totalCents);
  expect((await api.call(contract.getServer, { serverId }, { token })).body.tariff).toBe("Trader 2");
  expect((await api.call(staffActivity, {}, { token })).body.events).toMatchObject([
    { kind: "serverUpgraded", subject: serverId, reason: "asked for in a ticket" },
  ]);
  await expect(upgradeAt(totalCents)).rejects.toThrow();
  expect(await checkLedger(api.db)).toEqual([]);
});

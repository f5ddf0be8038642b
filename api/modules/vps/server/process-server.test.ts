import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "#api/db/transaction";
import { balancesOf, checkLedger } from "#api/ledger/ledger";
import { addDays } from "#api/lib/calendar";
import { clientWithServer, giveMoney, passUntil, serverOf, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { serverGraceDays } from "#contract/rules";
import * as contract from "#contract/vps/index";
import { holdServer } from "./admin-servers";
import { processServer } from "./process-server";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});

const price = 1900;
const statusOf = async (serverId: string) => (await serverOf(api, serverId)).status;
const runProcessServer = async (serverId: string) => {
  const paidUntil = (await serverOf(api, serverId)).paidUntil.toISOString();
  await processServer.handle({ serverId, paidUntil }, api.deps);
};

test("a server is blocked at the moment its paid time ends, and works until then", async () => {
  const { serverId } = await clientWithServer(api, {}, price);
  const { paidUntil } = await serverOf(api, serverId);
  passUntil(api, paidUntil, 1);
  await runProcessServer(serverId);
  expect(await statusOf(serverId)).toBe("active");
  passUntil(api, paidUntil);
  await runProcessServer(serverId);
  expect(await serverOf(api, serverId)).toMatchObject({ status: "blocked", blockedAt: paidUntil });
});

test("a job for another period, or for no server, changes nothing", async () => {
  const { id, serverId } = await clientWithServer(api, {}, 3 * price);
  const { paidUntil } = await serverOf(api, serverId);
  await api.call(contract.renew, { serverId, months: 1 }, { token: await tokenOf(api, id) });
  passUntil(api, (await serverOf(api, serverId)).paidUntil);
  await processServer.handle({ serverId, paidUntil: paidUntil.toISOString() }, api.deps);
  expect(await statusOf(serverId)).toBe("active");
  await processServer.handle({ serverId: "nosuchserver", paidUntil: paidUntil.toISOString() }, api.deps);
});

test("a blocked server stays until its grace period ends, and does not renew automatically", async () => {
  const { id, serverId } = await clientWithServer(api, { autoRenewal: true }, price);
  const { paidUntil } = await serverOf(api, serverId);
  passUntil(api, paidUntil);
  await runProcessServer(serverId);
  await giveMoney(api, id, price);
  const revokedOn = addDays(paidUntil, serverGraceDays);
  passUntil(api, revokedOn, 1);
  await runProcessServer(serverId);
  expect(await statusOf(serverId)).toBe("blocked");
  passUntil(api, revokedOn);
  await runProcessServer(serverId);
  expect(await statusOf(serverId)).toBe("revoked");
  expect((await balancesOf(api.db, id)).main).toBe(price);
});

test("a server on operator hold is not revoked by time", async () => {
  const { serverId } = await clientWithServer(api);
  await transaction(api.db, (tx) => holdServer(api.deps, tx, serverId, { reason: "Spam" }));
  api.pass({ days: 400 });
  await runProcessServer(serverId);
  expect(await statusOf(serverId)).toBe("blocked");
});

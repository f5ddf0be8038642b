import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { webhookProvisioner } from "#api/integrations/provisioner/webhook";
import { isSigned, signedHeaders } from "#api/integrations/signature";
import { giveMoney, order, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/vps/index";
import { maxSubmitAttempts } from "./submit-order";

type Received = { orderId: string; kind: string; isSigned: boolean; callbackUrl: string; serverId: string };

const secret = "shared with the operator's provisioner";
const path = "/vps/provisioner/callback";
let api: TestApi;
let server: Server;
let received: Received[] = [];
/** Next response statuses of the provisioner; 202 when the list is empty. */
let answers: number[] = [];

/** A minimal custom provisioner: verifies the signature and accepts the order, or responds with the next status. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const headers = new Headers(request.headers as Record<string, string>);
    const { id, kind, callbackUrl, serverId } = JSON.parse(body);
    const signed = isSigned(secret, headers, body, api.deps.clock.now());
    received.push({ orderId: id, kind, callbackUrl, serverId, isSigned: signed });
    response.writeHead(answers.shift() ?? 202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  api = await vpsApi();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
  const callbackUrl = `http://localhost:3000/api${path}`;
  Object.assign(api.deps, {
    provisioner: webhookProvisioner({ url, secret, callbackUrl, clock: api.deps.clock }),
  });
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await api.close();
});
beforeEach(() => {
  received = [];
  answers = [];
});

function postWebhook(report: object, { key = secret, secondsAgo = 0, changed = "" } = {}): Promise<Response> {
  const body = JSON.stringify(report);
  const now = new Date(api.deps.clock.now().getTime() - secondsAgo * 1000);
  return api.fetch(path, { method: "POST", body: body + changed, headers: signedHeaders(key, body, now) });
}

async function rented() {
  const client = await api.newClient();
  await giveMoney(api, client.id, 10_000);
  const { body } = await api.call(contract.rent, order, { token: client.token });
  await runDueJobs(api.deps);
  const detailsOf = async () => {
    const token = await tokenOf(api, client.id);
    return (await api.call(contract.getServer, { serverId: body.serverId }, { token })).body;
  };
  return { ...client, serverId: body.serverId, detailsOf };
}

const machine = { ip: "192.0.2.44", login: "Administrator", password: "from-the-provisioner" };

test("an order is sent signed, and the signed response makes the server active", async () => {
  const { token, serverId, detailsOf } = await rented();
  expect(received).toEqual([
    {
      serverId,
      kind: "create",
      orderId: expect.any(String),
      callbackUrl: "http://localhost:3000/api/vps/provisioner/callback",
      isSigned: true,
    },
  ]);
  const orderId = received[0]?.orderId ?? "";
  expect((await postWebhook({ orderId, status: "done", machine })).status).toBe(200);
  expect((await detailsOf()).status).toBe("active");
  const { body } = await api.call(contract.credentials, { serverId }, { token });
  expect(body).toMatchObject({ ip: "192.0.2.44", login: "Administrator" });
  const shown = await api.call(contract.revealPassword, { serverId }, { token });
  expect(shown.body.password).toBe("from-the-provisioner");
});

test("repeated and late reports change nothing", async () => {
  const { id, serverId, detailsOf } = await rented();
  const orderId = received[0]?.orderId ?? "";
  await postWebhook({ orderId, status: "done", machine });
  const before = await detailsOf();
  const emailCount = api.sentEmails.length;
  for (const report of [
    { orderId, status: "done", machine: { ...machine, ip: "192.0.2.99" } },
    { orderId, status: "running" },
    { orderId, status: "failed", reason: "came late" },
  ]) {
    expect((await postWebhook(report)).status).toBe(200);
  }
  expect(await detailsOf()).toEqual(before);
  expect(api.sentEmails).toHaveLength(emailCount);
  const token = await tokenOf(api, id);
  expect((await api.call(contract.credentials, { serverId }, { token })).body.ip).toBe("192.0.2.44");
});

test("an unreachable provisioner is retried with growing pauses", async () => {
  answers = [500, 503, 500];
  const { detailsOf } = await rented();
  expect(received).toHaveLength(1);
  for (const seconds of [5, 10, 20]) {
    api.pass({ seconds: seconds - 1 });
    const before = received.length;
    await runDueJobs(api.deps);
    expect(received).toHaveLength(before);
    api.pass({ seconds: 1 });
    await runDueJobs(api.deps);
    expect(received).toHaveLength(before + 1);
  }
  expect(new Set(received.map(({ orderId }) => orderId)).size).toBe(1);
  await postWebhook({ orderId: received[0]?.orderId, status: "done", machine });
  expect((await detailsOf()).status).toBe("active");
});

test("an order that is never accepted fails in the end, and may still be reported", async () => {
  answers = Array.from({ length: maxSubmitAttempts }, () => 500);
  const { detailsOf } = await rented();
  for (let attempt = 1; attempt < maxSubmitAttempts; attempt++) {
    api.pass({ minutes: 25 });
    await runDueJobs(api.deps);
  }
  expect(received).toHaveLength(maxSubmitAttempts);
  api.pass({ days: 1 });
  await runDueJobs(api.deps);
  expect(received).toHaveLength(maxSubmitAttempts);
  expect((await detailsOf()).status).toBe("settingUp");
  await postWebhook({ orderId: received[0]?.orderId, status: "done", machine });
  expect((await detailsOf()).status).toBe("active");
});

test.each([
  ["another secret", { key: "another secret" }, 401],
  ["an old signature", { secondsAgo: 301 }, 401],
  ["a signature of the future", { secondsAgo: -301 }, 401],
  ["a body that was changed", { changed: " " }, 401],
])("%s is rejected", async (_what, how, status) => {
  const { detailsOf } = await rented();
  const answer = await postWebhook({ orderId: received[0]?.orderId, status: "done", machine }, how);
  expect(answer.status).toBe(status);
  expect((await detailsOf()).status).toBe("settingUp");
});

test.each([
  ["no JSON", "{", 400],
  ["an unknown order", JSON.stringify({ orderId: "nothing", status: "done" }), 404],
  ["an unknown status", JSON.stringify({ orderId: "nothing", status: "maybe" }), 422],
  [
    "an address that is none",
    JSON.stringify({ orderId: "x", status: "done", machine: { ...machine, ip: "<b>" } }),
    422,
  ],
  ["a body that is too large", JSON.stringify({ orderId: "x".repeat(20_000), status: "done" }), 413],
])("%s is rejected in spite of a valid signature", async (_what, body, status) => {
  const headers = signedHeaders(secret, body, api.deps.clock.now());
  expect((await api.fetch(path, { method: "POST", body, headers })).status).toBe(status);
});

test("nothing is accepted without a signature, and nothing at all by a provisioner that does not call back", async () => {
  const codeOf = async () => {
    const answer = await api.fetch(path, { method: "POST", body: "{}" });
    return [answer.status, (await answer.json()).code];
  };
  expect(await codeOf()).toEqual([401, "signatureInvalid"]);
  const { provisioner } = api.deps;
  api.deps.provisioner = { ...provisioner, callbackSecret: null };
  expect(await codeOf().finally(() => Object.assign(api.deps, { provisioner }))).toEqual([404, "notFound"]);
});

const longest = {
  orderId: "x".repeat(40),
  machine: { ip: "2001:db8::1", login: "l".repeat(100), password: "p".repeat(200) },
  reason: "r".repeat(2000),
};
const withMachine = (change: object) => ({ ...longest, machine: { ...longest.machine, ...change } });

test.each([
  ["the longest fields", longest, 404],
  ["the shortest fields", { orderId: "", machine: { ip: "192.0.2.1", login: "l", password: "p" } }, 404],
  ["an id that is too long", { ...longest, orderId: "x".repeat(41) }, 422],
  ["a reason that is too long", { ...longest, reason: "r".repeat(2001) }, 422],
  ["no login", withMachine({ login: "" }), 422],
  ["a login that is too long", withMachine({ login: "l".repeat(101) }), 422],
  ["no password", withMachine({ password: "" }), 422],
  ["a password that is too long", withMachine({ password: "p".repeat(201) }), 422],
  ["a login with a control character", withMachine({ login: "admin\u0000" }), 422],
  ["a field that is missing", withMachine({ password: undefined }), 422],
])("a report with %s is read up to its order or rejected as invalid", async (_, report, status) => {
  for (const one of ["running", "done", "failed"])
    expect((await postWebhook({ ...report, status: one })).status).toBe(status);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { clientWithServer, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/security/index";
import { runAdmin } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

const shownTo = async (client: { token: string }) =>
  (await api.call(contract.staffActivity, {}, client)).body.events.map(
    ({ id: _, at: __, ...event }) => event,
  );

it("a client sees staff actions on their account and servers, with the reason, and neither notes nor other clients' actions", async () => {
  const [client, otherClient] = [await clientWithServer(api), await clientWithServer(api)];
  const reason = "Mail was sent from it in bulk.";
  await runAdmin(api, "servers", "block", client.serverId, "--reason", reason);
  await runAdmin(api, "servers", "release", client.serverId);
  await runAdmin(api, "clients", "note", client.email, "--text", "A word among us");
  await runAdmin(api, "clients", "show", client.email);
  await runAdmin(api, "balance", "credit", client.email, "--amount", "5", "--reason", "For the downtime");
  await runAdmin(api, "clients", "block", otherClient.id, "--reason", "Other people's cards");

  expect(await shownTo(client)).toEqual([
    { kind: "balanceCredited", subject: null, reason: "For the downtime" },
    { kind: "serverReleased", subject: client.serverId, reason: null },
    { kind: "serverBlocked", subject: client.serverId, reason },
  ]);
  expect(await shownTo(otherClient)).toEqual([
    { kind: "accountBlocked", subject: null, reason: "Other people's cards" },
  ]);
});

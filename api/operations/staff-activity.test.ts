import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { invoices } from "#api/db/schema/books";
import { numberOf } from "#api/modules/books/invoices/document";
import { shownCommands } from "#api/modules/users/security/staff-activity";
import { clientWithServer, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/security/index";
import { allOperations } from "./program";
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

/** Commands that change something and that no client sees: whole areas, or single commands. */
const notShown = [
  // the installation, the catalogue, the staff
  ...["staff", "alerts", "tariffs", "promo-codes", "settings", "drifts", "maintenance", "books", "jobs"],
  ...["partner", "replies", "files", "texts", "announcements", "emails resume"],
  // among staff
  ...["clients note", "tickets note", "tickets assign", "tickets file", "balance reject", "deposits settle"],
  "ledger check",
  // the client sees it in the ticket
  "tickets reply",
  // nothing changes for the client
  ...["servers retry", "servers dismiss", "servers fail-next"],
];

it("every command that changes something is shown to the client it concerns, or named above", () => {
  const names = [...allOperations().values()].filter(({ isRead }) => !isRead).map(({ name }) => name);
  const areas = names.map((name) => name.split(" ")[0]);
  const isNamed = (name: string) => notShown.includes(name) || notShown.includes(name.split(" ")[0] ?? "");
  expect(names.filter((name) => !(name in shownCommands) && !isNamed(name))).toEqual([]);
  expect(Object.keys(shownCommands).filter((name) => !names.includes(name) || isNamed(name))).toEqual([]);
  expect(notShown.filter((one) => !names.includes(one) && !areas.includes(one))).toEqual([]);
});

it("a client sees that their invoice was corrected", async () => {
  const client = await clientWithServer(api);
  const [invoice] = await api.db.select().from(invoices).where(eq(invoices.userId, client.id));
  const number = invoice ? numberOf(invoice) : "";
  await runAdmin(api, "invoices", "correct", number, "--reason", "The company's name");
  expect(await shownTo(client)).toEqual([
    { kind: "invoiceCorrected", subject: number, reason: "The company's name" },
  ]);
});

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

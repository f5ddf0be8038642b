import { afterAll, beforeAll, expect, it } from "vitest";
import { newStaff } from "#api/admin/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { runAdmin } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const audit = async (...args: string[]) =>
  JSON.parse(await runAdmin(api, "audit", "list", ...args, "--json")) as Record<string, unknown>[];

it("lists the actions of staff: by whom, what and about whom", async () => {
  const [client, otherClient] = [await api.newClient(), await api.newClient()];
  await runAdmin(api, "clients", "note", client.email, "--text", "Called at 100%");
  await runAdmin(api, "clients", "note", otherClient.email, "--text", "Called_again");
  await runAdmin(api, "sessions", "end", client.email);
  const actions = async (...args: string[]) => (await audit(...args)).map(({ action }) => action);

  expect(await actions("--about", client.id)).toEqual(["sessions end", "clients note"]);
  expect(await actions("--about", client.email)).toEqual(["sessions end", "clients note"]);
  expect(await actions("--action", "clients note")).toEqual(["clients note", "clients note"]);
  expect(await actions("--about", "100%", "--action", "note")).toEqual(["clients note"]);
  expect(await actions("--about", "d_a", "--action", "note")).toEqual(["clients note"]);
  expect(await actions("--by", "nobody")).toEqual([]);
  expect(await actions("--since", "2099-01-01")).toEqual([]);
  expect(await actions("--limit", "1")).toEqual(["audit list"]);
  expect(await actions("--by", "OL", "--limit", "1")).toEqual(["audit list"]);
  expect(await actions("--by", "lga")).toEqual([]);
  expect(await actions("--by", "o_ga")).toEqual([]);
  const [note] = await audit("--action", "clients note", "--about", otherClient.email);
  expect(note).toMatchObject({
    by: "olga",
    with: ["text=", "Called_again", ", client=", otherClient.email],
    result: `Note about ${otherClient.email} saved.`,
    fromAddress: null,
  });
});

it("lists the result of an action and the address that it came from", async () => {
  const { email, token } = await newStaff(api, "owner");
  const client = await api.newClient();
  const input = { client: client.email, text: "Called" };
  const call = { name: "clients-note", input, isConfirmed: false };
  await api.call(contract.runOperation, call, { token, address: "203.0.113.7" });
  const listCall = { name: "audit-list", input: { by: email.slice(0, 6), action: "clients note" } };
  const { body } = await api.call(contract.readList, listCall, { token });
  expect(body.rows).toEqual([expect.objectContaining({ by: email, fromAddress: "203.0.113.7" })]);
  expect(body.rows?.[0]?.result).toBe(`Note about ${client.email} saved.`);
});

it("lists sums of an input as money, and cuts long texts in the table", async () => {
  const client = await api.newClient();
  await runAdmin(api, "balance", "credit", client.email, "--amount", "12.50", "--reason", "Bonus", "--yes");
  const [credit] = await audit("--action", "balance credit");
  expect(credit?.with).toContainEqual({ cents: 1_250, currency: "USD" });
  const text = "x".repeat(2_000);
  await runAdmin(api, "clients", "note", client.email, "--text", text);
  const [note] = await audit("--about", text);
  expect(note?.with).toContain(text);
  const table = await runAdmin(api, "audit", "list", "--about", client.email);
  expect(table).toContain("amount=$12.50,");
  expect(table).toContain(`text=${"x".repeat(120)}…,`);
  expect(table).not.toContain("x".repeat(121));
});

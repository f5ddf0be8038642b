import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clientWithServer, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import type { OperationRow } from "#contract/admin/index";
import * as contract from "#contract/books/index";
import { runAdmin } from "./testing";

let api: TestApi;
let client: Awaited<ReturnType<typeof clientWithServer>>;
beforeAll(async () => {
  api = await vpsApi();
  client = await clientWithServer(api);
});
afterAll(() => api.close());

const list = async (...args: string[]) =>
  JSON.parse(await runAdmin(api, "invoices", "list", ...args, "--json")) as OperationRow[];

it("lists invoices of a period and of a client, and shows one, also as PDF", async () => {
  const [row] = await list("--client", client.email.toUpperCase());
  expect(row).toMatchObject({
    number: "INV-2026-000001",
    email: client.email,
    total: { cents: 1_900, currency: "USD" },
  });
  expect(await list("--from", "2026-01-01", "--to", "2026-01-31")).toEqual([]);
  const pdf = join(await mkdtemp(join(tmpdir(), "invoice-")), "invoice.pdf");
  const shown = await runAdmin(api, "invoices", "show", "inv-2026-1", "--pdf", pdf);
  expect(shown).toMatch(/seller +Example Ltd, 1 Example Street/);
  expect((await readFile(pdf)).subarray(0, 5).toString()).toBe("%PDF-");
  await expect(runAdmin(api, "invoices", "show", "INV-2026-000099")).rejects.toThrow("notFound");
});

it("sends an invoice again, as PDF", async () => {
  await runAdmin(api, "invoices", "resend", "INV-2026-000001");
  const email = api.sentEmails.at(-1);
  expect(email).toMatchObject({ to: client.email, subject: "Invoice INV-2026-000001" });
  expect(email?.attachments?.map(({ filename }) => filename)).toEqual(["INV-2026-000001.pdf"]);
});

it("corrects an invoice once, by a credit note and a new invoice with the client's current details", async () => {
  await api.call(contract.changeBillingDetails, { company: "SIA Anna" }, { token: client.token });
  const correct = (number: string) =>
    runAdmin(api, "invoices", "correct", number, "--reason", "Company name was missing");
  expect(await correct("INV-2026-000001")).toBe(
    "CN-2026-000001 credits INV-2026-000001; INV-2026-000002 replaces it.",
  );
  expect(await runAdmin(api, "invoices", "show", "INV-2026-000002")).toContain("SIA Anna");
  expect(await runAdmin(api, "invoices", "show", "INV-2026-000001")).not.toContain("SIA Anna");
  expect(await runAdmin(api, "invoices", "show", "CN-2026-000001")).toContain("Company name was missing");
  const sent = api.sentEmails.slice(-2).map(({ subject }) => subject);
  expect(sent.sort()).toEqual(["Credit note CN-2026-000001", "Invoice INV-2026-000002"]);
  await expect(correct("INV-2026-000001")).rejects.toThrow("invoiceCredited");
  await expect(correct("CN-2026-000001")).rejects.toThrow("notFound");
});

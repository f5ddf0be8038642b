import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { invoices } from "#api/db/schema/books";
import { transaction } from "#api/db/transaction";
import { readTaxRules } from "#api/lib/tax-rules";
import { refundServer } from "#api/modules/vps/server/admin-servers";
import { clientWithServer, finishOrders, giveMoney, order, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/books/index";
import * as monitoring from "#contract/monitoring/index";
import * as vps from "#contract/vps/index";
import { creditInvoice } from "./issue";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

const ofClient = (userId: string) =>
  api.db
    .select()
    .from(invoices)
    .where(eq(invoices.userId, userId))
    .orderBy(asc(invoices.issuedAt), asc(invoices.number));

async function buyer(cents = 100_000) {
  const client = await api.newClient({ name: "Anna Berzina" });
  await giveMoney(api, client.id, cents);
  return client;
}

describe("issueInvoice", () => {
  it("invoices a rent, a renewal and monitoring at their price, and a payment of zero not at all", async () => {
    const client = await clientWithServer(api);
    const { token, id, serverId } = client;
    await api.call(vps.renew, { serverId, months: 1 }, { token });
    await api.call(monitoring.buySubscription, { accounts: 2, months: 1 }, { token });
    const issued = await ofClient(id);
    expect(issued.map(({ kind, totalCents }) => [kind, totalCents])).toEqual([
      ["invoice", 1_900],
      ["invoice", 1_900],
      ["invoice", expect.any(Number)],
    ]);
    expect(issued[0]?.lines[0]?.text).toMatchObject({
      en: expect.stringContaining(`server ${serverId}, 2 Mar 2026 – `),
      ru: expect.stringContaining(`сервер ${serverId}`),
    });
    expect(issued[0]).toMatchObject({
      seller: ["Example Ltd", "1 Example Street, Riga, LV-1010"],
      buyer: { email: client.email, company: null },
      taxPercent: null,
      taxCents: 0,
    });
  });

  it("numbers invoices without gaps, also if payments run concurrently and some fail", async () => {
    const rich = await Promise.all(Array.from({ length: 6 }, () => buyer()));
    const poor = await Promise.all(Array.from({ length: 6 }, () => buyer(100)));
    const rent = ({ token }: { token: string }) => api.call(vps.rent, order, { token });
    const answers = await Promise.all([...rich, ...poor].sort((a, b) => (a.id < b.id ? -1 : 1)).map(rent));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(6);
    const numbers = await api.db
      .select({ number: invoices.number })
      .from(invoices)
      .where(eq(invoices.kind, "invoice"))
      .orderBy(asc(invoices.number));
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
  });

  it("restarts the numbering each year", async () => {
    const before = api.deps.clock;
    api.deps.clock = { now: () => new Date("2027-01-01T00:00:00Z") };
    const client = await buyer();
    await api.call(monitoring.buySubscription, { accounts: 2, months: 1 }, { token: client.token });
    api.deps.clock = before;
    const [first] = await ofClient(client.id);
    expect(first).toMatchObject({ year: 2027, number: 1 });
  });

  it("states the tax contained in the price, by the country of the client", async () => {
    api.deps.settings.taxRules = readTaxRules("LV=21 EE=22 EE+id=0") ?? [];
    const client = await buyer();
    const { token } = client;
    await api.call(contract.changeBillingDetails, { country: "LV", company: "SIA Anna" }, { token });
    await api.call(vps.rent, order, { token });
    await api.call(contract.changeBillingDetails, { country: "EE", taxId: "EE100" }, { token });
    await api.call(vps.rent, order, { token });
    const [taxed, reverse] = await ofClient(client.id);
    expect(taxed).toMatchObject({ netCents: 1_570, taxCents: 330, taxPercent: 21, totalCents: 1_900 });
    expect(reverse).toMatchObject({ taxCents: 0, taxPercent: 0 });
    const { body } = await api.call(contract.readInvoice, { invoiceId: reverse?.id ?? "" }, { token });
    expect(body).toMatchObject({
      isReverseCharge: true,
      buyer: expect.arrayContaining(["Estonia", "Tax ID EE100"]),
    });
    api.deps.settings.taxRules = [];
  });
});

describe("credit note of a refund", () => {
  it("is issued for each invoice that it refunds", async () => {
    const client = await buyer();
    const { body } = await api.call(vps.rent, order, { token: client.token });
    await transaction(api.db, (tx) => refundServer(api.deps, tx, body.serverId, { reason: "No room" }));
    const issued = await ofClient(client.id);
    const invoice = issued.find(({ kind }) => kind === "invoice");
    const note = issued.find(({ kind }) => kind === "creditNote");
    expect(note).toMatchObject({ correctsId: invoice?.id, totalCents: -1_900 });
  });

  it("of an upgrade credits the upgrade's invoice, not the rent's", async () => {
    const { token, id, serverId } = await clientWithServer(api);
    const date = "2026-03-20";
    const { body } = await api.call(vps.quoteUpgrade, { serverId, rateId: "trader-4", date }, { token });
    const agreed = { serverId, rateId: "trader-4", date, agreedCents: body.totalCents };
    await api.call(vps.orderUpgrade, agreed, { token });
    await api.call(vps.cancelUpgrade, { serverId }, { token });
    const issued = await ofClient(id);
    const upgrade = issued.find(
      ({ kind, lines }) => kind === "invoice" && lines[0]?.text.en.startsWith("Upgrade"),
    );
    const note = issued.find(({ kind }) => kind === "creditNote");
    expect(note).toMatchObject({ correctsId: upgrade?.id, totalCents: -body.totalCents });
  });

  it("in parts never exceeds the invoice nor its tax", async () => {
    api.deps.settings.taxRules = readTaxRules("*=21") ?? [];
    const client = await buyer();
    await api.call(vps.rent, order, { token: client.token });
    api.deps.settings.taxRules = [];
    const [invoice] = await ofClient(client.id);
    if (!invoice) throw new Error("no invoice");
    const credit = (cents?: number) =>
      transaction(api.db, (tx) => creditInvoice(api.deps, tx, invoice, { cents }));
    for (const cents of [333, 333, 333]) await credit(cents);
    await Promise.all([credit(), credit()]);
    const notes = (await ofClient(client.id)).filter(({ kind }) => kind === "creditNote");
    const sum = (name: "totalCents" | "taxCents") => notes.reduce((total, note) => total + note[name], 0);
    expect(notes).toHaveLength(4);
    expect([sum("totalCents"), sum("taxCents")]).toEqual([-invoice.totalCents, -invoice.taxCents]);
  });
});

describe("issued invoice", () => {
  it("can't be changed in the database", async () => {
    const errorOf = (statement: ReturnType<typeof sql>) =>
      api.db.execute(statement).then(
        () => "done",
        (error: Error) => String((error.cause as Error).message),
      );
    expect(await errorOf(sql`update invoices set total_cents = 1`)).toContain("immutable");
    expect(await errorOf(sql`delete from invoices`)).toContain("immutable");
    expect(await errorOf(sql`truncate invoices`)).toContain("immutable");
  });

  it("is visible to its client only, in pages, as a document and as PDF with Cyrillic", async () => {
    const [client, otherClient] = [await clientWithServer(api), await buyer()];
    const { token } = client;
    await finishOrders(api);
    await api.call(contract.changeBillingDetails, { company: "ООО «Ромашка»" }, { token });
    await api.call(vps.rent, order, { token });
    const { body } = await api.call(contract.invoices, { page: 1 }, { token });
    expect(body).toMatchObject({ page: 1, pages: 1, total: 2 });
    const [newest] = body.invoices;
    expect(newest?.number).toMatch(/^INV-2026-\d{6}$/);
    const invoiceId = newest?.invoiceId ?? "";
    const read = await api.call(contract.readInvoice, { invoiceId }, { token });
    expect(read.body.buyer).toEqual(["ООО «Ромашка»", expect.stringContaining(client.email)]);
    const pdf = await api.call(contract.invoicePdf, { invoiceId }, { token });
    expect(pdf.response.headers.get("content-disposition")).toContain(`${newest?.number}.pdf`);
    const bytes = Buffer.from(await pdf.response.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    for (const endpoint of [contract.readInvoice, contract.invoicePdf])
      expect((await api.call(endpoint, { invoiceId }, { token: otherClient.token })).status).toBe(404);
  });
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { invoices } from "#api/db/schema/books";
import { sessions } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { rowsRead } from "#api/testing/rows-read";
import { findClients } from "./find-clients";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
  for (const [email, name] of [
    ["orlov@mail.test", "Пётр Орлов"],
    ["ozturk@mail.test", "Çağla Öztürk"],
    ["smith@mail.test", "Anna Smith"],
  ] as const)
    await api.newClient({ email, name });
});
afterAll(() => api.close());

describe("findClients", () => {
  it.each([
    ["Орлов", "orlov@mail.test"],
    ["орлов", "orlov@mail.test"],
    ["ОРЛОВ", "orlov@mail.test"],
    ["ор", "orlov@mail.test"],
    ["ПЁ", "orlov@mail.test"],
    ["петр", "orlov@mail.test"],
    ["çağla öz", "ozturk@mail.test"],
    ["ÖZTÜRK", "ozturk@mail.test"],
    ["SMITH", "smith@mail.test"],
    ["Orlov@Mail", "orlov@mail.test"],
  ])("ignores the case of letters of every alphabet: %s", async (word, email) => {
    const found = await transaction(api.db, (tx) => findClients(tx, word));
    expect(found.map((client) => client.email)).toEqual([email]);
  });

  it("puts the client with exactly this e-mail address or id first, whoever has it as a name", async () => {
    const searched = await api.newClient();
    for (let n = 0; n < 51; n++) await api.newClient({ name: searched.email });
    for (const word of [searched.email, searched.email.toUpperCase()]) {
      const found = await transaction(api.db, (tx) => findClients(tx, word));
      expect([found[0]?.id, found.length]).toEqual([searched.id, 50]);
    }
    const byId = await transaction(api.db, (tx) => findClients(tx, searched.id));
    expect(byId[0]?.id).toBe(searched.id);
  });

  it("finds the clients of an IP address, but not those whose pages staff viewed from there", async () => {
    const [own, viewed] = [await api.newClient(), await api.newClient()];
    const at = (userId: string, values: Partial<typeof sessions.$inferInsert>) =>
      api.db.update(sessions).set(values).where(eq(sessions.userId, userId));
    await at(own.id, { address: "2001:db8::7" });
    await at(viewed.id, { address: "2001:db8::7", viewedBy: "maria@staff.test" });
    for (const typed of ["2001:db8::7", "2001:DB8::7"]) {
      const found = await transaction(api.db, (tx) => findClients(tx, typed));
      expect(found.map(({ id }) => id)).toEqual([own.id]);
    }
  });

  it("finds the client of an invoice or credit note by its number", async () => {
    const [invoiced, credited] = [await api.newClient(), await api.newClient()];
    const document = {
      year: 2026,
      number: 12,
      issuedAt: api.deps.clock.now(),
      referenceType: "none",
      referenceId: "",
      seller: [],
      buyer: { name: "", email: "", company: null, address: null, country: null, taxId: null },
      lines: [],
      taxCents: 0,
    };
    const sum = (cents: number) => ({ netCents: cents, totalCents: cents });
    await api.db.insert(invoices).values([
      { ...document, ...sum(900), id: "invoice", kind: "invoice", userId: invoiced.id },
      {
        ...document,
        ...sum(-900),
        id: "note",
        kind: "creditNote",
        userId: credited.id,
        correctsId: "invoice",
      },
    ]);
    const foundBy = async (number: string) =>
      (await transaction(api.db, (tx) => findClients(tx, number))).map(({ id }) => id);
    expect(await foundBy("INV-2026-000012")).toEqual([invoiced.id]);
    expect(await foundBy("cn-2026-12")).toEqual([credited.id]);
    expect(await foundBy("INV-2026-000013")).toEqual([]);
    expect(await rowsRead(api, () => foundBy("INV-2026-000012"))).toBe(2);
  });

  it("takes wildcards as they are", async () => {
    expect(await transaction(api.db, (tx) => findClients(tx, "%%%"))).toEqual([]);
  });
});

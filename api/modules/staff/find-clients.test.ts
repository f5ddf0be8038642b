import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
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
    ["çağla öz", "ozturk@mail.test"],
    ["ÖZTÜRK", "ozturk@mail.test"],
    ["SMITH", "smith@mail.test"],
    ["Orlov@Mail", "orlov@mail.test"],
  ])("ignores the case of letters of every alphabet: %s", async (word, email) => {
    const found = await transaction(api.db, (tx) => findClients(tx, word));
    expect(found.map((client) => client.email)).toEqual([email]);
  });

  it("takes wildcards as they are", async () => {
    expect(await transaction(api.db, (tx) => findClients(tx, "%%%"))).toEqual([]);
  });
});

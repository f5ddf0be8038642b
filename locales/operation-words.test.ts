import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertClientRows, insertListRows } from "#api/admin/fill-lists";
import { insertConsoleRows, newStaff } from "#api/admin/testing";
import { seed } from "#api/bootstrap/seed";
import { driftKinds } from "#api/db/schema/hypervisor";
import { orderKinds } from "#api/db/schema/machine-orders";
import { settingKeys } from "#api/modules/settings/business-settings";
import { allOperations } from "#api/operations/program";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { columnTextKey, valueTextKey } from "#app/lib/operation-text-key";
import { hasWords, wordsOf } from "#app/lib/operation-words";
import * as contract from "#contract/admin/index";
import { staffRoles } from "#contract/admin/roles";
import { disputeKinds, ticketPriorities, waitingKinds } from "#contract/admin/waiting";
import { languages } from "#contract/languages";
import { textNames } from "#contract/texts/index";
import { orderStatuses, serverStatuses } from "#contract/vps/status";

/** What lists need to return rows. */
const inputs: Readonly<Record<string, contract.OperationInput>> = {
  "clients find": { words: "trader" },
  "clients lines": { client: "demo-anna" },
  "clients deposits": { client: "client1" },
  "clients orders": { client: "client1" },
  "clients notes": { client: "client1" },
  "emails list": { client: "client1" },
  "settings history": { key: "graceDays" },
  "invoices list": { from: "2020-01-01", to: "2020-12-31" },
  "requests show": { requestId: "c4ca4238a0b923820dcc509a6f75849b" },
  "servers orders": { order: "order1" },
  "tickets read": { id: "ticket1" },
  "tickets notes": { id: "ticket1" },
};

const words = new Set<string>([
  ...[driftKinds, orderKinds, settingKeys, staffRoles, disputeKinds, ticketPriorities, waitingKinds].flat(),
  ...[languages, textNames, orderStatuses, serverStatuses].flat(),
]);

type List = { operation: string; rows: readonly contract.OperationRow[] };
let api: TestApi;
let lists: List[];
beforeAll(async () => {
  api = await testApi();
  await seed(api.deps, { withDemo: true, withStaff: true });
  await insertConsoleRows(api.db, 1, 2);
  await insertListRows(api.db, 2);
  await insertClientRows(api.db, 2);
  const { token } = await newStaff(api, "owner");
  const reads = [...allOperations().values()].filter(({ isRead, isShellOnly }) => isRead && !isShellOnly);
  lists = await Promise.all(
    reads.map(async ({ name }) => {
      const input = inputs[name] ?? {};
      const call = { name: name.replace(/ /g, "-"), input };
      return { operation: name, rows: (await api.call(contract.readList, call, { token })).body?.rows ?? [] };
    }),
  );
  const terms = { name: "partner-terms", input: {}, isConfirmed: true };
  const { body } = await api.call(contract.runOperation, terms, { token });
  lists.push({ operation: "partner terms", rows: body.rows ?? [] });
});
afterAll(() => api.close());

/** Returns the cells of texts, with the list and column of each. */
const texts = () =>
  lists.flatMap(({ operation, rows }) =>
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) =>
        typeof value === "string" && value ? [{ operation, column, value }] : [],
      ),
    ),
  );

describe("lists of the console", () => {
  it("have rows to look at", () => {
    expect(lists.filter(({ rows }) => rows.length > 0).length).toBeGreaterThan(35);
  });

  it("show no word of the service as it is stored", () => {
    // a client may have written the same
    const raw = texts().filter(
      ({ operation, column, value }) =>
        wordsOf(value).every((word) => words.has(word)) && !hasWords(column, operation),
    );
    expect(raw).toEqual([]);
  });
});

describe.each(languages)("words of lists (%s)", (language) => {
  const file = (name: string): Record<string, string> =>
    JSON.parse(readFileSync(`locales/${language}/${name}.json`, "utf8"));
  const operations = file("operations");
  const [staff, admin] = [file("staff"), file("admin")];

  it("name every column", () => {
    const columns = lists.flatMap(({ operation, rows }) =>
      Object.keys(rows[0] ?? {}).map((column) => ({ operation, column })),
    );
    expect(
      columns.filter(
        ({ operation, column }) =>
          !operations[columnTextKey(column, operation)] && !operations[columnTextKey(column)],
      ),
    ).toEqual([]);
  });

  it("name every word that is stored", () => {
    const unnamed = [...words].filter((word) => !operations[valueTextKey(word)]);
    const unknown = texts().filter(
      ({ operation, column, value }) =>
        hasWords(column, operation) &&
        wordsOf(value).some((word) => /^[a-z]+[A-Z]/.test(word) && !operations[valueTextKey(word)]),
    );
    expect([...unnamed, ...unknown]).toEqual([]);
  });

  it("are the same in the inbox, in its filter and in e-mails to staff", () => {
    for (const kind of waitingKinds) expect(admin[`kinds_${kind}`], kind).toContain("{{count}}");
    for (const word of [...disputeKinds, ...driftKinds, ...orderKinds])
      expect(staff[`what_${word}`], word).toBe(operations[valueTextKey(word)]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeAt } from "#api/modules/staff/waiting-order";
import { vpsApi } from "#api/modules/vps/testing";
import { readOperation } from "#api/operations/operation";
import { parametersOf } from "#api/operations/parameters";
import { allOperations } from "#api/operations/program";
import type { TestApi } from "#api/testing";
import { cursors } from "#contract/admin/cursors";
import * as contract from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";
import { insertConsoleRows, newStaff } from "./testing";

let api: TestApi;
let owner: { token: string };
beforeAll(async () => {
  api = await vpsApi();
  owner = await newStaff(api, "owner");
  await insertConsoleRows(api.db, 1, 3);
});
afterAll(() => api.close());

const hostile = [
  "\0",
  "a\0",
  " ",
  "x".repeat(50_000),
  "9".repeat(30),
  "чужой",
  "'\"; --",
  "gone",
  "00000000-0000-0000-0000-000000000000",
];
const shown = (text: string) => JSON.stringify(text.slice(0, 12));

/** Values of the parameters that lists need. */
const required = { client: "client1", key: "graceDays", id: "trader-1", months: "1", dollars: "5" };

const paged = [...allOperations().values()].filter(
  (operation) => operation.isRead && parametersOf(operation).some(({ name }) => name in cursors),
);

/** Returns input of an operation: what lists need, and the values that are set if nothing is given. */
const inputOf = (operation: (typeof paged)[number], cursor: object) => ({
  ...required,
  ...Object.fromEntries(
    parametersOf(operation).flatMap(({ name, initial }) => (initial ? [[name, initial]] : [])),
  ),
  ...cursor,
});

describe("a list", () => {
  it.each(paged.map((operation) => [operation.name, operation] as const))(
    "returns its first page after and before what is no row of it: %s",
    async (_, operation) => {
      const read = (cursor: object) =>
        readOperation(operation, operation.schema.parse(inputOf(operation, cursor)), api.deps, {
          operator: "olga",
        });
      const first = await read({});
      for (const cursor of hostile)
        for (const side of Object.keys(cursors))
          expect(await read({ [side]: cursor }), `${side} ${shown(cursor)}`).toEqual(first);
    },
  );

  it("answers over the network, or says which field is wrong", async () => {
    for (const { name } of paged)
      for (const cursor of ["\0", "9".repeat(30)]) {
        const call = { name: addressOfOperation(name), input: { ...required, after: cursor } };
        const { status, error } = await api.call(contract.readList, call, owner);
        if (status !== 200)
          expect([status, Object.keys(error.fields ?? {})], name).toEqual([422, ["input.after"]]);
      }
  });
});

describe("the inbox and the list of tickets", () => {
  it("begin at their first page after and before what is no row of them", async () => {
    const inbox = async (cursor: object) => (await api.call(contract.inbox, cursor, owner)).body.items;
    const tickets = async (cursor: object) => (await api.call(contract.tickets, cursor, owner)).body.tickets;
    const [firstItems, firstTickets] = [await inbox({}), await tickets({})];
    for (const text of [...hostile, "ticket.0..\0", "nothing.0..a", "ticket.чужой..a", "ticket.0.."])
      expect(await inbox({ after: text }), shown(text)).toEqual(firstItems);
    for (const text of [...hostile, "0.\0", "чужой.a", "0."])
      expect(await tickets({ after: text }), shown(text)).toEqual(firstTickets);
  });

  it("read no place from a cursor whose id has another shape", () => {
    expect(placeAt("ticket.0..a2b3")).toMatchObject({ kind: "ticket", id: "a2b3" });
    for (const cursor of hostile.filter((text) => !/^[!-~]{1,300}$/.test(text)))
      expect(placeAt(`ticket.0..${cursor}`), shown(cursor)).toBeUndefined();
  });
});

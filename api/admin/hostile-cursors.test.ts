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
const noon = "2026-03-02T12:00:00.000Z";
/** Texts of the shape of a place, for lists that are sorted by a time or by a kind. */
const hostilePlaces = [
  `${noon},%00`,
  `${noon},a%`,
  `${noon},%ff`,
  "2026-02-30T12:00:00.000000Z,a",
  "0000-01-01T00:00:00.000000Z,a",
  "9999-12-31T23:59:59.999999Z,a",
  "infinity,a",
  "чужой,a",
  ",",
  `client,${noon}`,
  `ticket,${noon},,%00`,
  `nothing,${noon},,a`,
  "ticket,чужой,,a",
  "ticket,2026-02-30T12:00:00.000Z,,a",
  "ticket,9999-12-31T23:59:59.999Z,,a",
  `ticket,${noon},x,a`,
  `ticket,${noon},,a,b`,
  `ticket,${noon},,`,
];
const shown = (text: string) => JSON.stringify(text.slice(0, 12));

/** Values of the parameters that lists need. */
const required = { client: "client1", id: "ticket1", key: "graceDays" };
const newPrice = { id: "trader-1", months: "1", dollars: "5" };
const requiredBy = (name: string) => ({ ...required, ...(name === "tariffs concerned" && newPrice) });

const paged = [...allOperations().values()].filter(
  (operation) => operation.isRead && parametersOf(operation).some(({ name }) => name in cursors),
);

/** Returns input of an operation: what lists need, and the values that are set if nothing is given. */
const inputOf = (operation: (typeof paged)[number], cursor: object) => ({
  ...requiredBy(operation.name),
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
      for (const cursor of [...hostile, ...hostilePlaces])
        for (const side of Object.keys(cursors))
          expect(await read({ [side]: cursor }), `${side} ${shown(cursor)}`).toEqual(first);
    },
  );

  it("answers over the network, or says which field is wrong", async () => {
    for (const { name } of paged)
      for (const cursor of ["\0", "9".repeat(30)]) {
        const call = { name: addressOfOperation(name), input: { ...requiredBy(name), after: cursor } };
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
    for (const text of [...hostile, ...hostilePlaces])
      expect(await inbox({ after: text }), shown(text)).toEqual(firstItems);
    for (const text of [...hostile, ...hostilePlaces])
      expect(await tickets({ after: text }), shown(text)).toEqual(firstTickets);
  });

  it("read no place from a cursor whose id has another shape", () => {
    expect(placeAt(`ticket,${noon},,a2b3`)).toMatchObject({ kind: "ticket", id: "a2b3" });
    for (const cursor of hostile.filter((text) => !/^[!-~]{1,300}$/.test(text)))
      expect(placeAt(`ticket,${noon},,${cursor}`), shown(cursor)).toBeUndefined();
  });
});

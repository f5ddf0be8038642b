import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertConsoleRows, newStaff } from "#api/admin/testing";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { runAdmin } from "./testing";

let api: TestApi;
let token: string;
const [size, perPage] = [120, 50];

beforeAll(async () => {
  api = await vpsApi();
  ({ token } = await newStaff(api, "owner"));
  await insertConsoleRows(api.db, 1, size);
});
afterAll(() => api.close());

/** Each list with the column of its rows' ids and the id of the row that has waited longest. */
const lists = [
  ["withdrawals list", "id", `withdrawal${size}`],
  ["test-servers list", "id", `request${size}`],
  ["drifts list", "id", `drift${size}`],
  ["servers failed", "order", `order${size}`],
] as const;

describe.each(lists)("%s", (name, column, first) => {
  const read = async (input: contract.OperationInput) => {
    const { body } = await api.call(contract.readList, { name: name.replace(/ /g, "-"), input }, { token });
    const ids = (body.rows ?? []).map((row) => String(row[column]));
    return { ids, previous: body.previous, next: body.next };
  };

  it("shows each row on one page of the console, there and back", async () => {
    const there = [await read({})];
    for (let last = there[0]; last?.next; last = there.at(-1)) there.push(await read({ after: last.next }));
    const ids = there.map((page) => page.ids);
    expect(ids.map(({ length }) => length)).toEqual([perPage, perPage, size - 2 * perPage]);
    expect(ids[0]?.[0]).toBe(first);
    expect(new Set(ids.flat()).size).toBe(size);
    const second = await read({ before: there[2]?.previous ?? "" });
    expect([second.ids, (await read({ before: second.previous ?? "" })).ids]).toEqual([ids[1], ids[0]]);
    expect([there[0]?.previous, there[2]?.next]).toEqual([null, null]);
  });

  it("names the next page on the command line; with --json the last row has its id", async () => {
    const words = name.split(" ");
    const ids = async (...options: string[]) =>
      (JSON.parse(await runAdmin(api, "--json", ...words, ...options)) as Record<string, string>[]).map(
        (row) => row[column] ?? "",
      );
    const page = await ids();
    const last = page.at(-1) ?? "";
    expect(page).toHaveLength(perPage);
    expect(await runAdmin(api, ...words)).toMatch(new RegExp(`\n\nNext page: --after ${last}$`));
    const following = await ids("--after", last);
    expect(following).toHaveLength(perPage);
    expect(following.filter((id) => page.includes(id))).toEqual([]);
    const end = await runAdmin(api, ...words, "--after", following.at(-1) ?? "");
    expect(end).not.toContain("Next page");
  });

  it("starts anew after a row that is not there any more", async () => {
    expect(await read({ after: "gone" })).toEqual(await read({}));
  });
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, bench, describe } from "vitest";
import { insertConsoleRows, newStaff } from "#api/admin/testing";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import type { Endpoint, Input } from "#contract/endpoint";
import { benchOptions } from "./bench-options";

/**
 * Cost of the console's inbox and of its search with 10 clients and with many, each with an item of each kind that
 * waits: the whole request, including session and contract. `CLIENTS=1000000` sets the number.
 */
const sizes = [10, Number(process.env.CLIENTS ?? 100_000)] as const;
const chunk = 20_000;
const consoles = new Map<number, { api: TestApi; token: string }>();

beforeAll(async () => {
  for (const size of sizes) {
    const api = await vpsApi();
    for (let from = 1; from <= size; from += chunk)
      await api.db.transaction(async (tx) => {
        // longer than the service's queries may take
        await tx.execute(sql`set local statement_timeout = '10min'`);
        await insertConsoleRows(tx, from, Math.min(from + chunk - 1, size));
        // checks of references planned for empty tables would read them whole for every row
        await tx.execute(sql`analyze`);
      });
    consoles.set(size, { api, token: (await newStaff(api, "owner")).token });
  }
}, 3_600_000);
afterAll(async () => {
  for (const { api } of consoles.values()) await api.close();
});

const call = async <C extends Endpoint>(size: number, endpoint: C, input: Input<C>) => {
  const { api, token } = consoles.get(size) ?? {};
  const answer = await api?.call(endpoint, input, { token: token ?? "" });
  if (answer?.status !== 200) throw new Error(`answered ${answer?.status}`);
};

const views: Record<string, (size: number) => Promise<void>> = {
  "the inbox": (size) => call(size, contract.inbox, {}),
  "the tickets of the inbox": (size) => call(size, contract.inbox, { kind: "ticket" }),
  "the newest clients": (size) => call(size, contract.clients, {}),
  "a client by the e-mail": (size) => call(size, contract.clients, { q: "trader7@mail.test" }),
  "a client by a part of the name": (size) => call(size, contract.clients, { q: "8f14e45f" }),
  "a client by an address": (size) => call(size, contract.clients, { q: "10.0.0.7" }),
  "a client by a transaction": (size) => call(size, contract.clients, { q: "txid7" }),
};

for (const [name, view] of Object.entries(views))
  describe(name, () => {
    for (const size of sizes) bench(`${size} clients`, () => view(size), benchOptions);
  });

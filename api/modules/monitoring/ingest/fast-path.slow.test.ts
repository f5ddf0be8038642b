import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { connect } from "#api/db/connect";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import type { Terminal } from "#api/modules/monitoring/testing";
import { dealsOf, newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { drillSize } from "#api/testing/drill-size";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
afterEach(() => vi.restoreAllMocks());

const seconds = () => Math.floor(api.deps.clock.now().getTime() / 1000);
const history = () => dealsOf("500", ["10", "-5", "20"], { from: seconds() - 86_400 });
const base = (more: object = {}) => ({
  currency: "USD",
  balance: "525",
  equity: "530",
  margin: "10",
  gmt_offset: 0,
  time: seconds(),
  ...more,
});
const open = (ticket: string, profit = "5") => ({
  ticket,
  symbol: "EURUSD",
  type: "buy",
  volume: "0.1",
  open_time: seconds(),
  open_price: "1.1",
  profit,
});

/** Creates a terminal whose history is known, and which has posted until nothing was new. */
async function syncedTerminal(more: object = {}) {
  const { token } = await api.newClient();
  const terminal = await newTerminal(api, token);
  const deals = history();
  const last = deals.slice(-1);
  await terminal.post(base({ deals, ...more }));
  for (let post = 0; post < 3; post++) await terminal.post(base({ deals: last, ...more }));
  return { ...terminal, token, last };
}

/** Returns the statements sent to PostgreSQL during some work. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...parameters: unknown[]
  ) {
    const [first] = parameters as [string | { text?: string }];
    statements.push(typeof first === "string" ? first : (first.text ?? ""));
    return Reflect.apply(query, this, parameters);
  } as typeof query);
  await work();
  spy.mockRestore();
  return statements;
}

/** Returns all stored data of an account without what distinguishes it from others. */
async function knownOf({ id }: Pick<Terminal, "id">) {
  const [account] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, id));
  const {
    id: accountId,
    userId,
    createdAt,
    monitoringId,
    number,
    keyHash,
    ...row
  } = account ?? ({} as never);
  const tables: Record<string, unknown> = {};
  for (const [table, order] of [
    ["snapshots", "at"],
    ["days", "day"],
    ["months", "month"],
    ["excursions", "position"],
    ["deals", "ticket"],
    ["trades", "ticket"],
    ["checkpoints", "seen_at"],
    ["seen_positions", "position"],
  ]) {
    const { rows } = await api.db.execute<{ row: object }>(
      sql`select to_jsonb(t) - 'account_id' as row from ${sql.identifier(`monitoring_${table}`)} t where account_id = ${accountId} order by ${sql.identifier(order ?? "")}`,
    );
    tables[table ?? ""] = rows.map(({ row: one }) => one);
  }
  return { ...row, ...tables };
}

describe("a post without changes", () => {
  it("takes two statements, and a third if alerts have to be checked", async () => {
    const { post, last, id, token } = await syncedTerminal({ positions: [open("900")] });
    const watched = [{ position: "900", low: "-3", high: "8", whole: 1 }];
    const send = () => post(base({ positions: [open("900")], excursions: watched, deals: last }));
    expect(await statementsOf(send)).toHaveLength(2);
    api.pass({ minutes: 1 });
    expect(await statementsOf(send)).toHaveLength(2);
    const chosen = { monitoringId: id, byEmail: true, byBot: false, equity: true, equityUnder: "400" };
    const { status } = await api.call(contract.setAlerts, chosen, { token });
    expect(status).toBe(200);
    expect(await statementsOf(send)).toHaveLength(3);
    const { rows } = await api.db.execute(
      sql`select data from pgboss.job where data->>'job' = 'monitoring.evaluate-alerts' and state = 'created'`,
    );
    expect(rows).toHaveLength(1);
  });

  it("shares them with concurrent posts", async () => {
    const terminals = await Promise.all(Array.from({ length: 12 }, () => syncedTerminal()));
    const send = () => Promise.all(terminals.map(({ post, last }) => post(base({ deals: last }))));
    // the first post is sent alone, unless another group has just begun
    expect((await statementsOf(send)).length).toBeLessThanOrEqual(4);
  });
});

it("the fast path leaves the same state as the full path", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          minutes: fc.constantFrom(0, 1, 3, 700),
          equity: fc.integer({ min: 500, max: 560 }),
          spread: fc.option(fc.integer({ min: 0, max: 30 })),
          positions: fc.option(fc.subarray(["900", "901"])),
          watched: fc.option(fc.integer({ min: -9, max: 9 })),
          back: fc.constantFrom(0, 0, 0, 3),
          deals: fc.constantFrom("none", "last", "empty"),
          flow: fc.constantFrom(0, 0, 0, 50),
        }),
        { minLength: 3, maxLength: 8 },
      ),
      async (posts) => {
        const [fast, long] = [await syncedTerminal(), await syncedTerminal()];
        let balance = 525;
        let last = fast.last;
        let ticket = 5_000;
        for (const { minutes, equity, spread, positions, watched, back, deals, flow } of posts) {
          api.pass({ minutes });
          balance += flow;
          if (flow)
            last = [{ ticket: String(++ticket), time: seconds(), type: "balance", profit: String(flow) }];
          const openPositions = positions?.map((name) => open(name)) ?? [];
          const sent = base({
            time: seconds() - back * 60,
            balance: String(balance),
            equity: String(equity),
            ...(spread !== null && {
              equity_low: String(equity - spread),
              equity_high: String(equity + spread),
            }),
            ...(positions && { positions: openPositions }),
            ...(watched !== null && {
              excursions: openPositions.map(({ ticket: position }) => ({
                position,
                low: String(Math.min(0, watched)),
                high: String(Math.max(0, watched)),
                whole: 1,
              })),
            }),
          });
          const sentDeals = deals === "none" && !flow ? undefined : deals === "empty" && !flow ? [] : last;
          const answer = await fast.post({ ...sent, ...(sentDeals && { deals: sentDeals }) });
          // the same deal nine times: too many deals for the fast path
          const nine = sentDeals && Array.from({ length: 9 }, () => sentDeals[0] ?? last[0]);
          const expected = await long.post({ ...sent, ...(sentDeals && { deals: nine }) });
          expect(answer).toEqual(expected);
        }
        expect(await knownOf(fast)).toEqual(await knownOf(long));
      },
    ),
    { numRuns: drillSize({ daily: 4, nightly: 24 }) },
  ));

describe("concurrent posts", () => {
  it("each get their own response, whatever the others sent", async () => {
    const terminals = await Promise.all(Array.from({ length: 20 }, () => syncedTerminal()));
    await api.db.execute(sql`alter table monitoring_accounts add constraint unlucky check (build <> 13)`);
    const bad = [
      () => terminals[0]?.post({ ...base(), account: "999" }),
      () => terminals[1]?.post(base(), { authorization: "Bearer unknown-key-0123456789" }),
      () => terminals[2]?.post("{"),
      // rejected by the database
      () => terminals[3]?.post(base({ build: 13 })),
    ];
    const [, ...good] = terminals.slice(3);
    const answers = await Promise.all([
      ...bad.map((send) => send()),
      ...good.map(({ post, last }) => post(base({ equity: "531", deals: last }))),
    ]);
    expect(answers.slice(0, 4).map((answer) => answer?.status)).toEqual([409, 401, 400, 500]);
    for (const answer of answers.slice(4))
      expect(answer).toEqual({ status: 200, body: { ok: true, next_in: 60, deals_from: "7" } });
    for (const one of good) expect(await knownOf(one)).toMatchObject({ equity: 53_100_000_000n });
  });

  it("of one account are all accepted", async () => {
    const terminal = await syncedTerminal({ positions: [open("900")] });
    const lows = Array.from({ length: 16 }, (_, index) => -index);
    const answers = await Promise.all(
      lows.map((low) =>
        terminal.post(
          base({
            positions: [open("900")],
            equity_low: String(530 + low),
            excursions: [{ position: "900", low: String(low), high: "0", whole: 1 }],
            deals: terminal.last,
          }),
        ),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const known = await knownOf(terminal);
    expect(known).toMatchObject({ excursions: [{ position: "900", low: -15, high: 0 }] });
    expect(known).toMatchObject({
      days: [{}, { equity: expect.stringContaining('"lowest":"51500000000n"') }],
    });
  });

  it("do not wait for one whose account is locked", async () => {
    const [locked, ...unlocked] = await Promise.all(Array.from({ length: 6 }, () => syncedTerminal()));
    const elsewhere = connect(api.databaseUrl, 1);
    let letGo = () => {};
    const lock = transaction(elsewhere.db, async (tx) => {
      await tx
        .select()
        .from(accounts)
        .where(eq(accounts.monitoringId, locked?.id ?? ""))
        .for("update");
      await new Promise<void>((resolve) => {
        letGo = resolve;
        started();
      });
    });
    let started = () => {};
    await new Promise<void>((resolve) => {
      started = resolve;
    });
    let isLockedAnswered = false;
    const late = locked?.post(base({ deals: locked.last })).finally(() => {
      isLockedAnswered = true;
    });
    const answers = await Promise.all(unlocked.map(({ post, last }) => post(base({ deals: last }))));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(isLockedAnswered).toBe(false);
    letGo();
    await lock;
    expect((await late)?.status).toBe(200);
    await elsewhere.close();
  });
});

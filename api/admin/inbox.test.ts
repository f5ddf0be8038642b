import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { staffViews } from "#api/db/schema/staff";
import { formatMoney } from "#api/lib/format";
import { order, sendReport } from "#api/modules/payments/testing";
import { waitingItems } from "#api/modules/staff/waiting";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { rowsRead } from "#api/testing/rows-read";
import { statementsOf } from "#api/testing/statements-of";
import * as contract from "#contract/admin/index";
import type { WaitingKind } from "#contract/admin/waiting";
import { decidableItems, waitingKinds } from "#contract/admin/waiting";
import type { Endpoint, Input, Output } from "#contract/endpoint";
import { insertConsoleRows, newStaff } from "./testing";

let api: TestApi;
let token: string;
const clients = 60;

beforeAll(async () => {
  api = await vpsApi();
  ({ token } = await newStaff(api, "owner"));
  await insertConsoleRows(api.db, 1, clients);
  // two groups of items that began to wait at the same time
  await api.db.execute(sql`update deposits set changed_at = date_trunc('day', changed_at)`);
  await api.db.execute(
    sql`update tickets set last_message_at = date_trunc('day', last_message_at), status = 'processing'`,
  );
  await api.db.execute(sql`update tickets set status = 'closed' where right(id, 1) in ('1', '2')`);
  // failed upgrades, which billing refunds; the other failed orders are restarts
  await api.db.execute(sql`update machine_orders set kind = 'resize' where id in ('order7', 'order8')`);
  await api.db.execute(sql`analyze`);
}, 120_000);
afterAll(() => api.close());

type Pages = Endpoint & { output: { _zod: { output: { previous: string | null; next: string | null } } } };

/** Requests all pages from the first to the last, then back to the first; returns what each page has. */
async function walk<C extends Pages>(endpoint: C, input: object, idsOf: (page: Output<C>) => string[]) {
  const read = async (cursor: object) =>
    (await api.call(endpoint, { ...input, ...cursor } as Input<C>, { token })).body;
  const there: string[][] = [];
  const back: string[][] = [];
  let page = await read({});
  for (; page.next; page = await read({ after: page.next })) there.push(idsOf(page));
  there.push(idsOf(page));
  for (; page.previous; page = await read({ before: page.previous })) back.unshift(idsOf(page));
  back.unshift(idsOf(page));
  return { there, back };
}

const inboxIds = ({ items }: Output<typeof contract.inbox>) => items.map(({ id }) => id);

describe("the inbox", () => {
  it.each([undefined, "ticket", "deposit", "withdrawal", "testServer"] as const)(
    "shows each waiting item on one page, also those that began to wait at the same time: %s",
    async (kind) => {
      const { there, back } = await walk(contract.inbox, { kind }, inboxIds);
      const items = await waitingItems(api.db, kind && { kinds: [kind] });
      expect(there.flat()).toEqual(items.map(({ id }) => id));
      expect(there.every((page) => page.length > 0)).toBe(true);
      expect(back).toEqual(there);
    },
  );

  it.each(["support", "billing", "machines"] as const)(
    "shows and counts only what a role may decide: %s",
    async (role) => {
      const member = await newStaff(api, role);
      const read = async (kind?: WaitingKind) =>
        (await api.call(contract.inbox, { kind }, { token: member.token })).body;
      const decidable = decidableItems([role]);
      expect((await read()).counts.map(({ kind }) => kind)).toEqual(decidable.kinds);
      const items = await waitingItems(api.db, { ...decidable, limit: 50 });
      expect(inboxIds(await read())).toEqual(items.map(({ id }) => id));
      for (const kind of waitingKinds)
        expect((await read(kind)).items.length > 0, kind).toBe(decidable.kinds.includes(kind));
    },
  );

  it("shows and counts for billing only the failed orders that it may refund", async () => {
    const member = await newStaff(api, "billing");
    const { body } = await api.call(contract.inbox, { kind: "failedOrder" }, { token: member.token });
    expect(inboxIds(body)).toEqual(["order8", "order7"]);
    expect(body.counts.find(({ kind }) => kind === "failedOrder")).toMatchObject({
      count: 2,
      hasMore: false,
    });
  });

  it("shows the first page if there is no item at the cursor any more, or no cursor", async () => {
    const first = (await api.call(contract.inbox, {}, { token })).body;
    const behindAll = `correction,${new Date().toISOString()},,proposal0`;
    for (const after of [behindAll, "drift,,5,", "nothing", "ticket,1"])
      expect((await api.call(contract.inbox, { after }, { token })).body).toMatchObject({
        items: first.items,
        previous: null,
      });
  });

  it("reads for a late page no more rows than the counted ones and one page of each kind", async () => {
    let after: string | undefined;
    const counts: number[] = [];
    for (let page = 1; page <= 8; page++)
      counts.push(
        await rowsRead(api, async () => {
          after = (await api.call(contract.inbox, { after }, { token })).body.next ?? undefined;
        }),
      );
    // failed orders are counted with their servers; items are read with their clients
    expect(Math.max(...counts)).toBeLessThan(9 * clients + waitingKinds.length * 3 * 51);
  });

  it("shows a failed order behind more than a page of those that no longer apply", async () => {
    await api.db.execute(sql`update machine_orders set kind = 'create' where id <> 'order1'`);
    const { body } = await api.call(contract.inbox, { kind: "failedOrder" }, { token });
    expect(inboxIds(body)).toEqual(["order1"]);
    expect(body.counts.find(({ kind }) => kind === "failedOrder")?.count).toBe(1);
  });
});

describe("an item of the inbox", () => {
  const open = (itemId: string, kind: WaitingKind, as = token) =>
    api.call(contract.inboxItem, { kind, itemId }, { token: as });

  it("leads to the following one, from the last one to the first, and shows each of two people the other", async () => {
    const [first, second] = await waitingItems(api.db, { limit: 2 });
    const last = (await waitingItems(api.db)).at(-1);
    if (!first || !second || !last) throw new Error("nothing waits");
    const { body } = await open(first.id, first.kind);
    expect(body).toMatchObject({ item: { id: first.id, openedBy: [] }, subjectId: null });
    expect(body.next).toEqual({ kind: second.kind, itemId: second.id });
    expect((await open(last.id, last.kind)).body.next).toEqual({ kind: first.kind, itemId: first.id });
    const other = await newStaff(api, "billing");
    const { token: ownerToken } = await newStaff(api, "owner");
    expect((await open(first.id, first.kind, other.token)).body.item?.openedBy).toHaveLength(1);
    expect((await open(first.id, first.kind)).body.item?.openedBy).toEqual([other.email]);
    expect((await open(first.id, first.kind, ownerToken)).body.item?.openedBy).toHaveLength(2);
  });

  it("is neither shown to a person who can't decide it, nor marked as opened by them", async () => {
    const billing = await newStaff(api, "billing");
    const refused = [
      await open("request5", "testServer", billing.token),
      // a restart, which nobody has paid for
      await open("order1", "failedOrder", billing.token),
    ];
    expect(refused.map(({ status, error }) => [status, error.code])).toEqual(
      Array(2).fill([403, "roleMissing"]),
    );
    expect((await open("request5", "testServer")).body.item?.openedBy).toEqual([]);
    expect((await open("order7", "failedOrder", billing.token)).status).toBe(200);
  });

  it("is not marked as opened by a prefetch, nor is a ticket", async () => {
    const staff = await newStaff(api, "owner");
    const marked = () => api.db.$count(staffViews, eq(staffViews.itemId, "ticket9"));
    for (const path of ["/admin/inbox/ticket/ticket9", "/admin/tickets/ticket9"]) {
      const headers = { authorization: `Bearer ${staff.token}`, "sec-purpose": "prefetch;prerender" };
      expect((await api.fetch(path, { headers })).status).toBe(200);
      expect(await marked()).toBe(0);
    }
    await open("ticket9", "ticket", staff.token);
    expect(await marked()).toBe(1);
  });

  it("is read once, with whether it still waits", async () => {
    let answer: Awaited<ReturnType<typeof open>> | undefined;
    const statements = await statementsOf(async () => {
      answer = await open("report8", "dispute");
    });
    expect(answer?.body.isWaiting).toBe(true);
    const ofItem = statements.filter((text) =>
      /from "payment_reports".*"payment_reports"."id" = /s.test(text),
    );
    expect(ofItem).toHaveLength(1);
  });

  it.each([
    ["support", "deposit"],
    ["billing", "ticket"],
    ["billing", "failedOrder"],
    ["machines", "withdrawal"],
  ] as const)("leads %s over what it may not decide: %s", async (role, kind) => {
    // billing may refund these, no other failed order
    await api.db.execute(sql`update machine_orders set kind = 'resize' where id in ('order7', 'order8')`);
    const { token: ofRole } = await newStaff(api, role);
    const [all, decidable] = [await waitingItems(api.db), await waitingItems(api.db, decidableItems([role]))];
    const pairs = decidable.flatMap((item, index) => {
      const following = decidable[(index + 1) % decidable.length];
      const place = all.findIndex(({ id }) => id === item.id);
      const others = [...all.slice(place + 1), ...all.slice(0, place)];
      const skipped = others.slice(
        0,
        others.findIndex(({ id }) => id === following?.id),
      );
      return following && skipped.some((one) => one.kind === kind) ? [{ item, following }] : [];
    });
    expect(pairs.length).toBeGreaterThan(0);
    for (const { item, following } of pairs.slice(0, 3)) {
      const { body } = await open(item.id, item.kind, ofRole);
      expect(body.next).toEqual({ kind: following.kind, itemId: following.id });
    }
  });

  it("has a sum beside its details", async () => {
    const usd = (cents: number) => ({ cents, currency: "USD" });
    expect((await open("deposit8", "deposit")).body.item).toMatchObject({ sum: usd(1_000) });
    expect((await open("withdrawal8", "withdrawal")).body.item).toMatchObject({
      sum: usd(2_000),
      about: "T8",
    });
    const correction = { sum: { ...usd(20_000), sign: true }, about: "anna" };
    expect((await open("proposal8", "correction")).body.item).toMatchObject(correction);
    expect((await open("report7", "dispute")).body.item?.sum).toBeNull();
  });

  it("names what a dispute and a failed order concern", async () => {
    expect((await open("report7", "dispute")).body.subjectId).toBe("deposit7");
    expect((await open("order1", "failedOrder")).body.subjectId).toBe("server1");
  });

  it("has the kind of a failed order, so that only what applies to it is offered", async () => {
    const states: (string | null)[] = [];
    for (const kind of ["restart", "resize"]) {
      await api.db.execute(sql`update machine_orders set kind = ${kind} where id = 'order1'`);
      states.push((await open("order1", "failedOrder")).body.state);
    }
    expect(states).toEqual(["restart", "resize"]);
  });

  it("has the state of a withdrawal, so that one being sent isn't sent again", async () => {
    expect((await open("withdrawal2", "withdrawal")).body.state).toBe("underReview");
    await api.db.execute(sql`update partner_withdrawals set status = 'processing' where id = 'withdrawal2'`);
    expect((await open("withdrawal2", "withdrawal")).body.state).toBe("processing");
    expect((await open("deposit8", "deposit")).body.state).toBeNull();
  });

  it("names the server of a difference, its client and its kind, except for a machine without a server", async () => {
    await api.db.insert(machineDrifts).values([
      { id: "missing", kind: "missingMachine", about: "server3", seenAt: new Date() },
      { id: "unknown", kind: "unknownMachine", about: "server4", seenAt: new Date() },
    ]);
    expect((await open("missing", "drift")).body).toMatchObject({
      item: { client: "trader3@mail.test", clientId: "client3" },
      subjectId: "server3",
      state: "missingMachine",
    });
    expect((await open("unknown", "drift")).body).toMatchObject({
      item: { client: null, clientId: null },
      subjectId: null,
      state: "unknownMachine",
    });
    await api.db.delete(machineDrifts).where(inArray(machineDrifts.id, ["missing", "unknown"]));
  });

  it("has what its decision needs, and the client's language", async () => {
    await api.db.execute(sql`update users set language = 'ru' where id = 'client9'`);
    await api.db.execute(
      sql`update partner_withdrawals set method = 'usdt_trc20', wallet = 'TQ5N' where id = 'withdrawal9'`,
    );
    const shown = async (id: string, kind: WaitingKind) => {
      const { fields, language } = (await open(id, kind)).body;
      return { ...Object.fromEntries(fields.map(({ name, value }) => [name, value])), language };
    };
    expect(await shown("deposit9", "deposit")).toEqual({
      order: "deposit9",
      method: "usdt",
      toPay: formatMoney(1_000, "en", { currency: "USDT" }),
      txid: "txid9",
      language: "ru",
    });
    expect(await shown("withdrawal9", "withdrawal")).toEqual({
      method: "USDT (TRC-20)",
      wallet: "TQ5N",
      toSend: formatMoney(2_000, "en"),
      language: "ru",
    });
    expect(await shown("proposal9", "correction")).toEqual({ reason: "Goodwill", language: "ru" });
    expect(await shown("request8", "testServer")).toEqual({ language: "en" });
    expect(await shown("drift8", "drift")).toEqual({ language: null });
  });

  it("of a dispute has the kind, the sums ordered, reported and credited, and the payment's id", async () => {
    const client = await api.newClient();
    const payment = await order(api, client, 2_000);
    await sendReport(api, payment, "paid");
    await sendReport(api, payment, "paid", { paymentId: "second", costCents: 700 });
    const [report] = await api.db.select().from(paymentReports).where(eq(paymentReports.paymentId, "second"));
    const { body } = await open(report?.id ?? "", "dispute");
    expect([body.state, body.item?.what, body.subjectId]).toEqual([
      "paidAgain",
      "paidAgain",
      payment.orderId,
    ]);
    const [deposit] = await api.db.select().from(deposits).where(eq(deposits.id, payment.orderId));
    const { costCents = 0, currency = "" } = deposit ?? {};
    expect(Object.fromEntries(body.fields.map(({ name, value }) => [name, value]))).toEqual({
      ordered: formatMoney(costCents, "en", { currency }),
      reported: formatMoney(700, "en", { currency }),
      credited: "$20.00",
      paymentId: "second",
    });
  });

  it("does not wait once somebody has decided it, keeps its details, names the decision and leads on", async () => {
    const billing = await newStaff(api, "billing");
    const shown = (await open("deposit7", "deposit")).body;
    expect([shown.isWaiting, shown.decision]).toEqual([true, null]);
    api.pass({ minutes: 1 });
    const reject = {
      name: "deposits-reject",
      input: { orderId: "deposit7", reason: "No." },
      isConfirmed: true,
    };
    expect((await api.call(contract.runOperation, reject, billing)).status).toBe(200);
    const { body } = await open("deposit7", "deposit");
    const at = api.deps.clock.now().toISOString();
    expect(body.decision).toEqual({ operation: "deposits reject", by: billing.email, at });
    expect([body.isWaiting, body.item?.client, body.item?.sum?.cents]).toEqual([
      false,
      "trader7@mail.test",
      1_000,
    ]);
    expect(body.fields).toEqual(shown.fields);
    expect(body.next).not.toBeNull();
  });

  it.each(waitingKinds)("that never existed is not found: %s", async (kind) => {
    expect((await open("nosuch", kind)).status).toBe(404);
  });
});

describe("a ticket in the inbox", () => {
  it("has its priority, and other kinds have none", async () => {
    await api.db.execute(sql`insert into ticket_staff (ticket_id, priority) values ('ticket9', 'high')`);
    const { items } = (await api.call(contract.inbox, { kind: "ticket" }, { token })).body;
    expect(items.find(({ id }) => id === "ticket9")?.priority).toBe("high");
    expect(items.find(({ id }) => id === "ticket8")?.priority).toBe("normal");
    const deposits = (await api.call(contract.inbox, { kind: "deposit" }, { token })).body.items;
    expect(new Set(deposits.map(({ priority }) => priority))).toEqual(new Set([null]));
  });
});

describe("a ticket", () => {
  const next = async (ticketId: string, from?: "inbox", as = token) =>
    (await api.call(contract.ticket, { ticketId, from }, { token: as })).body.next;

  it("leads to the ticket that follows it, from the last one to the first", async () => {
    const tickets = await waitingItems(api.db, { kinds: ["ticket"] });
    const [first, second, last] = [tickets[0]?.id ?? "", tickets[1]?.id ?? "", tickets.at(-1)?.id ?? ""];
    expect(await next(first)).toEqual({ kind: "ticket", itemId: second });
    expect(await next(last)).toEqual({ kind: "ticket", itemId: first });
    expect(await next("ticket1")).toEqual({ kind: "ticket", itemId: first });
  });

  it("leads, when opened from the inbox, to the next item of any kind that the person may decide", async () => {
    const support = await newStaff(api, "support");
    const items = await waitingItems(api.db, decidableItems(["support"]));
    const last = items.findLast(({ kind }) => kind === "ticket")?.id ?? "";
    const first = { kind: items[0]?.kind, itemId: items[0]?.id };
    expect(first.kind).toBe("testServer");
    expect(await next(last, "inbox", support.token)).toEqual(first);
    const all = await waitingItems(api.db);
    const index = all.findIndex((item, at) => item.kind === "ticket" && all[at + 1]?.kind !== "ticket");
    const following = { kind: all[index + 1]?.kind, itemId: all[index + 1]?.id };
    expect(await next(all[index]?.id ?? "", "inbox")).toEqual(following);
  });
});

describe("the list of tickets", () => {
  it.each([
    ["waiting", 48],
    ["open", 48],
    ["closed", 12],
  ] as const)("shows each ticket on one page: %s", async (status, count) => {
    const idsOf = ({ tickets }: Output<typeof contract.tickets>) => tickets.map(({ id }) => id);
    const { there, back } = await walk(contract.tickets, { status }, idsOf);
    expect(new Set(there.flat()).size).toBe(count);
    expect(there.flat()).toHaveLength(count);
    expect(back).toEqual(there);
  });
});

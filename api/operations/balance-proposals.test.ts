import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newStaff } from "#api/admin/testing";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { balanceProposals, operatorActions } from "#api/db/schema/operator";
import { checkLedger } from "#api/ledger/ledger";
import { balanceOf, giveMoney } from "#api/modules/payments/testing";
import { waitingItems } from "#api/modules/staff/waiting";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import * as security from "#contract/security/index";
import { runOperation } from "./operation";
import { allOperations } from "./program";

type Staff = { email: string; token: string };
let api: TestApi;
let first: Staff;
let second: Staff;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
beforeAll(async () => {
  api = await testApi();
  [first, second] = [await newStaff(api, "billing"), await newStaff(api, "billing")];
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

async function run(staff: Staff, name: string, input: contract.OperationInput, key?: string) {
  const request = { name, input, isConfirmed: true };
  const response = await api.call(contract.runOperation, request, {
    token: staff.token,
    ...(key && { key }),
  });
  await runDueJobs(api.deps);
  return response;
}
const credit = (amount: string, staff = first, key?: string) =>
  run(staff, "balance-credit", { email: client.email, amount, reason: "Lost transfer" }, key);

/** Proposes a credit of $500.00 and returns its id. */
async function propose(): Promise<string> {
  const { body } = await credit("500");
  expect(body.text).toContain("No money has moved yet");
  const [row] = await api.db.select().from(balanceProposals).where(eq(balanceProposals.userId, client.id));
  return row?.id ?? "";
}
const confirm = (id: string, staff = second, key?: string) => run(staff, "balance-confirm", { id }, key);
const inboxOf = async (staff: Staff) =>
  (await api.call(contract.inbox, { kind: "correction" }, staff)).body.items.filter(
    ({ clientId }) => clientId === client.id,
  );
const shownToClient = async () =>
  (await api.call(security.staffActivity, {}, client)).body.events.map(({ kind, subject, reason }) => [
    kind,
    subject,
    reason,
  ]);
/** Returns a letter as typed with an East Asian keyboard. */
const wide = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
const emailsToClient = () => api.sentEmails.filter(({ to }) => to === client.email).length;

describe("a correction above the limit", () => {
  it("moves nothing and waits in the inbox until a second person confirms it", async () => {
    const id = await propose();
    expect([await balanceOf(api, client), emailsToClient(), await shownToClient()]).toEqual([0, 0, []]);
    expect(await inboxOf(second)).toMatchObject([
      {
        id,
        kind: "correction",
        since: api.deps.clock.now().toISOString(),
        client: client.email,
        sum: { cents: 50_000, currency: "USD", sign: true },
        about: first.email,
      },
    ]);
    expect((await confirm(id)).body.text).toContain("$500.00 added to the balance");
    expect([await balanceOf(api, client), emailsToClient()]).toEqual([50_000, 1]);
    expect(await inboxOf(second)).toEqual([]);
    expect(await shownToClient()).toEqual([["balanceCredited", null, "Lost transfer"]]);
    const audit = await api.db.select().from(operatorActions).where(eq(operatorActions.userId, client.id));
    expect(audit.map(({ command, operator }) => [command, operator])).toEqual([
      ["balance credit", first.email],
      ["balance confirm", second.email],
    ]);
    expect(audit.map(({ input }) => input.proposal ?? input.id)).toEqual([id, id]);
    expect(await checkLedger(api.db)).toEqual([]);
  });

  it("is listed below the inbox of whoever proposed it, under any spelling, until it is decided", async () => {
    const id = await propose();
    const own = async (staff: Staff) =>
      (await api.call(contract.inbox, {}, staff)).body.ownProposals.filter(
        ({ clientId }) => clientId === client.id,
      );
    const proposal = {
      id,
      clientId: client.id,
      client: client.email,
      sum: { cents: 50_000, currency: "USD", sign: true },
      since: api.deps.clock.now().toISOString(),
    };
    expect(await own(first)).toEqual([proposal]);
    expect(await own(second)).toEqual([]);
    await api.db
      .update(balanceProposals)
      .set({ proposedBy: ` ${first.email.toUpperCase()}` })
      .where(eq(balanceProposals.id, id));
    expect(await own(first)).toEqual([proposal]);
    await confirm(id);
    expect(await own(first)).toEqual([]);
  });

  it.each([
    ["with spaces around", (name: string) => ` ${name}\u00a0\n`],
    ["in capitals", (name: string) => name.toUpperCase()],
    ["in wide letters", (name: string) => name.replaceAll(/[a-z]/g, (one) => wide(one))],
  ])("can't be confirmed by the same person under a name %s", async (_, written) => {
    const id = await propose();
    const operator = written(first.email);
    const confirmation = allOperations().get("balance confirm");
    if (!confirmation) throw new Error("no such operation");
    const confirming = runOperation(confirmation, { id }, api.deps, { operator });
    await expect(confirming).rejects.toMatchObject({ code: "secondPersonNeeded" });
    const scope = { kinds: ["correction"], id } as const;
    expect(await waitingItems(api.db, { ...scope, notProposedBy: operator })).toEqual([]);
    expect(await waitingItems(api.db, { ...scope, notProposedBy: second.email })).toHaveLength(1);
    const decided = { status: "confirmed", decidedBy: operator } as const;
    await expect(
      api.db.update(balanceProposals).set(decided).where(eq(balanceProposals.id, id)),
    ).rejects.toThrow();
  });

  it("can't be confirmed by the person who proposed it, who may reject it", async () => {
    const id = await propose();
    expect((await confirm(id, first)).error.code).toBe("secondPersonNeeded");
    expect(await balanceOf(api, client)).toBe(0);
    expect((await run(first, "balance-reject", { id })).status).toBe(200);
    expect((await confirm(id)).error.code).toBe("proposalDecided");
    expect([await balanceOf(api, client), await inboxOf(second)]).toEqual([0, []]);
  });

  it("is booked once by two people at once, and by one whose form is submitted again", async () => {
    const third = await newStaff(api, "owner");
    const id = await propose();
    const answers = await Promise.all([confirm(id), confirm(id, third)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await balanceOf(api, client)).toBe(50_000);

    await credit("300", first, "one-proposal");
    await credit("300", first, "one-proposal");
    const open = await inboxOf(second);
    expect(open).toHaveLength(1);
    const send = () => confirm(open[0]?.id ?? "", second, "one-confirmation");
    expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await balanceOf(api, client)).toBe(80_000);
  });

  it("is either confirmed or rejected if both happen at once", async () => {
    const id = await propose();
    const [confirmed, rejected] = await Promise.all([confirm(id), run(first, "balance-reject", { id })]);
    expect([confirmed.status, rejected.status].sort()).toEqual([200, 409]);
    expect(await balanceOf(api, client)).toBe(confirmed.status === 200 ? 50_000 : 0);
  });

  it.each(["support", "machines"] as const)("is not for %s", async (role) => {
    const id = await propose();
    const other = await newStaff(api, role);
    for (const name of ["balance-confirm", "balance-reject", "balance-proposals"])
      expect((await run(other, name, { id })).error.code).toBe("roleMissing");
    expect(await balanceOf(api, client)).toBe(0);
  });

  it("is not in the inbox of the person who proposed it, who is not led to it", async () => {
    const id = await propose();
    const countOf = async (staff: Staff) =>
      (await api.call(contract.inbox, {}, staff)).body.counts.find(({ kind }) => kind === "correction")
        ?.count;
    expect([(await inboxOf(first)).length, (await inboxOf(second)).length]).toEqual([0, 1]);
    expect((await countOf(second)) ?? 0).toBeGreaterThan((await countOf(first)) ?? 0);
    const open = async (staff: Staff) =>
      (await api.call(contract.inboxItem, { kind: "correction", itemId: id }, staff)).body;
    expect([(await open(first)).state, (await open(second)).state]).toEqual([
      "ownProposal",
      "othersProposal",
    ]);
    const own = async (staff: Staff) =>
      (await api.call(contract.readList, { name: "balance-proposals", input: {} }, staff)).body.rows?.find(
        (row) => row.id === id,
      )?.own;
    expect([await own(first), await own(second)]).toEqual([true, false]);
    expect((await open(first)).next?.itemId).not.toBe(id);
  });

  it("takes no more than the balance has when it is confirmed", async () => {
    await giveMoney(api, client, 15_000);
    const debit = (amount: string) =>
      run(first, "balance-debit", { email: client.email, amount, reason: "Booked twice" });
    await debit("150");
    await debit("50");
    const [open] = await inboxOf(second);
    expect(open?.sum).toMatchObject({ cents: -15_000, currency: "USD" });
    const { error } = await confirm(open?.id ?? "");
    expect(error.message).toContain("less than $150.00");
    expect(await inboxOf(second)).toHaveLength(1);
  });
});

describe("the limit", () => {
  it("counts what was corrected within 24 hours, by whomever and in parts", async () => {
    await credit("60");
    await Promise.all([credit("40", first), credit("40", second)]);
    expect(await balanceOf(api, client)).toBe(10_000);
    // the author of the one that waits is not led to it
    expect([...(await inboxOf(first)), ...(await inboxOf(second))]).toHaveLength(1);
    api.pass({ days: 1 });
    [first, second] = [await newStaff(api, "billing"), await newStaff(api, "billing")];
    await credit("100");
    expect(await balanceOf(api, client)).toBe(20_000);
  });
});

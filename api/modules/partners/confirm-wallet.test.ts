import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { partnerWithdrawals } from "#api/db/schema/partners";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/partners/index";
import { activity } from "#contract/security/index";
import { newReferral, pay, tokenOf } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(() => void api.sentEmails.splice(0));

const webmoney = { method: "webmoney", wallet: "Z123456789012" };
const tron = { method: "usdt_trc20", wallet: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" };

/** Creates a partner who has requested a withdrawal of 30 of 100 dollars, with the code of the resulting email. */
async function requestWithdrawal(wallet = webmoney) {
  const partner = await api.newClient();
  await pay(api, (await newReferral(api, partner.id)).id, 500_00);
  const token = async () => ({ token: await tokenOf(api, partner.id) });
  const ask = async (input = wallet) => {
    const answer = await api.call(contract.createWithdrawal, { ...input, amount: 30 }, await token());
    return answer.body.withdrawal?.id ?? "";
  };
  const id = await ask();
  return {
    partner,
    id,
    ask,
    code: codeOfLast(),
    confirm: async (by: string) => api.call(contract.confirmWallet, { code: by }, await token()),
    cancel: async (which: string) =>
      api.call(contract.cancelWithdrawal, { withdrawalId: which }, await token()),
    resend: async () => api.call(contract.resendWalletEmail, {}, await token()),
    wallets: async () => (await api.call(contract.wallets, {}, await token())).body.wallets,
    row: async (which: string) => {
      const [row] = await api.db.select().from(partnerWithdrawals).where(eq(partnerWithdrawals.id, which));
      return row && { status: row.status, dueOn: row.dueOn };
    },
    events: async () =>
      (await api.call(activity, {}, await token())).body.events
        .filter(({ kind }) => kind === "walletAdded" || kind === "withdrawalRequested")
        .map(({ kind, subject }) => [kind, subject]),
  };
}

const codeOfLast = () => /confirm-wallet\?code=([\w-]+)/.exec(api.sentEmails.at(-1)?.text ?? "")?.[1] ?? "";
const subjects = () => api.sentEmails.map(({ subject }) => subject);

describe("wallet confirmation link", () => {
  it("names the wallet, leads to the page, and puts the request under review from that day on", async () => {
    const { partner, id, code, confirm, row, events, wallets } = await requestWithdrawal();
    expect(api.sentEmails).toHaveLength(1);
    expect(api.sentEmails[0]).toMatchObject({ to: partner.email, subject: "Confirm your new wallet" });
    for (const part of [
      "Test Client",
      "WebMoney WMZ",
      "Z123456789012",
      `http://localhost:3000/partner-program/confirm-wallet?code=${code}`,
    ])
      expect(api.sentEmails[0]?.text).toContain(part);
    expect([await row(id), await wallets()]).toEqual([{ status: "confirming", dueOn: "2026-03-09" }, []]);
    api.pass({ days: 1 });
    const answer = { wallet: "Z123456789012", methodName: "WebMoney WMZ" };
    expect((await confirm(code)).body).toEqual(answer);
    expect(await row(id)).toEqual({ status: "underReview", dueOn: "2026-03-10" });
    expect(subjects().slice(1)).toEqual(["Withdrawal of $30.00 is under review"]);
    expect(api.sentEmails[1]?.to).toBe(partner.email);
    for (const part of ["Test Client", "WebMoney WMZ", "Z123456789012", "5 working days"])
      expect(api.sentEmails[1]?.text).toContain(part);
    // opened again much later: the wallet stays confirmed and nothing restarts
    api.pass({ days: 10 });
    expect((await confirm(code)).body).toEqual(answer);
    expect(await row(id)).toEqual({ status: "underReview", dueOn: "2026-03-10" });
    expect(api.sentEmails).toHaveLength(2);
    expect(await events()).toEqual([
      ["walletAdded", "WebMoney WMZ"],
      ["withdrawalRequested", "$30.00"],
    ]);
  });

  it("works for three days to the second, and for its own client only", async () => {
    const [first, late] = [await requestWithdrawal(), await requestWithdrawal()];
    const rejected = {
      status: 422,
      error: {
        code: "walletCodeInvalid",
        message: "The link is invalid or expired",
        fields: { code: "The link is invalid or expired" },
      },
    };
    expect(await first.confirm("no-such-code")).toMatchObject(rejected);
    expect(await late.confirm(first.code)).toMatchObject(rejected);
    api.pass({ days: 3 });
    expect((await first.confirm(first.code)).ok).toBe(true);
    api.pass({ seconds: 1 });
    expect(await late.confirm(late.code)).toMatchObject(rejected);
    expect([await late.row(late.id), await late.wallets()]).toMatchObject([{ status: "confirming" }, []]);
  });

  it("confirms a wallet also after its request was cancelled, without reviving the request", async () => {
    const { id, code, confirm, cancel, row, wallets, ask } = await requestWithdrawal();
    await cancel(id);
    expect((await confirm(code)).ok).toBe(true);
    expect([await row(id), api.sentEmails.length]).toMatchObject([{ status: "cancelled" }, 1]);
    expect(await wallets()).toMatchObject([webmoney]);
    // the next request with it sends only the email that it is under review
    const next = await ask();
    expect(await row(next)).toMatchObject({ status: "underReview" });
    expect(subjects().slice(1)).toEqual(["Withdrawal of $30.00 is under review"]);
  });
});

it("a confirmation puts under review also a request made while its wallet was being confirmed", async () => {
  const { id, code, confirm, row } = await requestWithdrawal();
  await confirm(code);
  api.sentEmails.splice(0);
  // as if the request had read the wallet before the confirmation
  await api.db.update(partnerWithdrawals).set({ status: "confirming" }).where(eq(partnerWithdrawals.id, id));
  expect((await confirm(code)).ok).toBe(true);
  expect([await row(id), subjects()]).toMatchObject([
    { status: "underReview" },
    ["Withdrawal of $30.00 is under review"],
  ]);
});

it("a confirmation is locked out while a request reads the state of its wallet", async () => {
  const { id, cancel, code, confirm, ask, row, wallets } = await requestWithdrawal();
  await cancel(id);
  const waiting = async () => {
    const locks =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    return (await api.db.$client.query(locks)).rowCount;
  };
  // an uncommitted request of the same client: the new one has read its wallet and waits
  const otherConnection = await api.db.$client.connect();
  await otherConnection.query("begin");
  const copy = `insert into partner_withdrawals select (jsonb_populate_record(of, '{"id": "x", "status": "confirming"}')).*
    from partner_withdrawals of where id = $1`;
  await otherConnection.query(copy, [id]);
  const requesting = ask();
  await expect.poll(waiting).toBe(1);
  const confirming = confirm(code);
  await expect.poll(waiting).toBe(2);
  await otherConnection.query("rollback");
  otherConnection.release();
  const next = await requesting;
  // the new request's email has replaced the previous code
  expect((await confirming).status).toBe(422);
  expect([await row(next), await wallets()]).toMatchObject([{ status: "confirming" }, []]);
  expect((await confirm(codeOfLast())).ok).toBe(true);
  expect(await row(next)).toMatchObject({ status: "underReview" });
});

describe("confirmed wallets", () => {
  it("are listed for their client, the latest first", async () => {
    const { id, code, confirm, cancel, ask, wallets } = await requestWithdrawal();
    await confirm(code);
    await cancel(id);
    api.pass({ minutes: 1 });
    const second = await ask(tron);
    await confirm(codeOfLast());
    await cancel(second);
    await ask({ method: "webmoney", wallet: "Z999999999999" });
    await requestWithdrawal();
    expect(await wallets()).toEqual([
      { id: expect.any(String), ...tron, methodName: "USDT (TRC-20)" },
      { id: expect.any(String), ...webmoney, methodName: "WebMoney WMZ" },
    ]);
  });
});

describe("resending the email of a new wallet", () => {
  it("is limited to once a minute, and replaces the earlier email", async () => {
    const { code, resend, confirm } = await requestWithdrawal();
    api.pass({ seconds: 20 });
    const { status, error, response } = await resend();
    expect([status, error.code, error.details]).toEqual([429, "linkPause", { count: 40 }]);
    expect(response.headers.get("retry-after")).toBe("40");
    expect(api.sentEmails).toHaveLength(1);
    api.pass({ seconds: 40 });
    expect((await resend()).body).toEqual({ ok: true });
    expect(subjects()).toEqual(["Confirm your new wallet", "Confirm your new wallet"]);
    expect(await resend()).toMatchObject({ status: 429, error: { details: { count: 60 } } });
    const fresh = codeOfLast();
    expect((await confirm(code)).status).toBe(422);
    expect((await confirm(fresh)).ok).toBe(true);
  });

  it("answers 404 if no request waits for its wallet", async () => {
    const { code, confirm, resend } = await requestWithdrawal();
    await confirm(code);
    const { status, error } = await resend();
    expect([status, error.code]).toEqual([404, "notFound"]);
  });
});

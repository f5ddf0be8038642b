import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentReports } from "#api/db/schema/payments";
import { checkLedger } from "#api/ledger/ledger";
import { balanceOf, order, sendReport, statusOf } from "#api/modules/payments/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { Language } from "#contract/languages";
import * as contract from "#contract/payments/index";
import { runAdmin as runOperator } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const operate = (...args: string[]) => runOperator(api, ...args);

let count = 0;

/** Creates a crypto deposit of 10 dollars whose transaction is under review. */
async function underReview(language?: Language) {
  const client = await api.newClient({ language });
  const payment = await order(api, client, 1_000, "usdt-trc20");
  const { orderId, signature } = payment;
  const txid = `operator-test-${++count}`;
  await api.call(contract.submitTxid, { orderId, txid, signature }, { token: client.token });
  return { client, orderId, txid };
}

describe("a deposit under review", () => {
  test("is listed and accepted once", async () => {
    const { client, orderId, txid } = await underReview();
    const list = await operate("deposits", "list");
    for (const part of [orderId, txid, client.email, "$10.00", "10.00 USDT"]) expect(list).toContain(part);
    expect(await operate("deposits", "accept", orderId)).toContain("is on the balance: $10.00");
    await expect(operate("deposits", "accept", orderId)).rejects.toThrow("No such deposit");
    await expect(operate("deposits", "reject", orderId, "--reason", "late")).rejects.toThrow(
      "No such deposit",
    );
    expect(await balanceOf(api, client)).toBe(1_000);
    expect(await operate("deposits", "list")).not.toContain(orderId);
  });

  test("is in the list of all deposits with its state, and once decided with by whom and when", async () => {
    const [{ orderId }, rejected] = [await underReview(), await underReview()];
    const history = async (...args: string[]) =>
      JSON.parse(await operate("--json", "deposits", "history", ...args)) as Record<string, unknown>[];
    const row = async (id: string) => (await history()).find(({ order: listed }) => listed === id);
    expect(await row(orderId)).toMatchObject({ status: "underReview", decided: null, by: null });
    await operate("deposits", "accept", orderId);
    await operate("deposits", "reject", rejected.orderId, "--reason", "Nothing came");
    const decision = { decided: expect.any(String), by: expect.any(String) };
    expect(await row(orderId)).toMatchObject({ status: "received", reason: null, ...decision });
    const decided = { status: "rejected", reason: "Nothing came", ...decision };
    expect(await row(rejected.orderId)).toMatchObject(decided);
    const ofStatus = await history("--status", "rejected");
    expect(ofStatus.map(({ status }) => status)).toContain("rejected");
    expect(ofStatus.filter(({ status }) => status !== "rejected")).toEqual([]);
  });

  test("is accepted with the sum actually received", async () => {
    const { client, orderId } = await underReview();
    expect(await operate("deposits", "accept", orderId, "--amount", "9,75")).toContain("$9.75");
    expect(await balanceOf(api, client)).toBe(975);
    expect(await checkLedger(api.db)).toEqual([]);
  });

  test("is accepted with at most the order and what one person may add to a balance", async () => {
    const { client, orderId } = await underReview();
    await expect(operate("deposits", "accept", orderId, "--amount", "110.01")).rejects.toThrow(
      "$110.01 is more than $100.00 above the order, $10.00. Accept the amount of the order",
    );
    expect(await balanceOf(api, client)).toBe(0);
    expect(await operate("deposits", "list")).toContain(orderId);
    await operate("deposits", "accept", orderId, "--amount", "110");
    expect(await balanceOf(api, client)).toBe(11_000);
  });

  test("is rejected with a reason that the client sees, and its transaction id is free for its true owner", async () => {
    const { client, orderId, txid } = await underReview();
    await operate("deposits", "reject", orderId, "--reason", "No such transaction");
    const { body } = await api.call(contract.getDeposit, { orderId }, { token: client.token });
    expect(body.payment).toMatchObject({ status: "rejected", reason: "No such transaction" });
    expect(await balanceOf(api, client)).toBe(0);
    const owner = await api.newClient();
    const { orderId: second, signature } = await order(api, owner, 1_000, "usdt-trc20");
    const answer = await api.call(
      contract.submitTxid,
      { orderId: second, txid, signature },
      { token: owner.token },
    );
    expect(answer.status).toBe(200);
  });

  test.each([
    ["en", "Deposit of $10.00 was rejected", "Reason: Wrong network", "USDT (TRC-20)"],
    ["ru", "Пополнение на 10,00 $ отклонено", "Причина: Wrong network", "USDT (TRC-20)"],
  ] as const)("is rejected by an email with its reason and a link to it (%s)", async (...expected) => {
    const [language, subject, reason, method] = expected;
    const { client, orderId } = await underReview(language);
    await operate("deposits", "reject", orderId, "--reason", "Wrong network");
    const email = api.sentEmails.at(-1);
    expect(email).toMatchObject({ to: client.email, template: "depositRejected" });
    expect(email?.subject.replaceAll("\u00a0", " ")).toBe(subject);
    for (const part of [reason, orderId, method]) expect(email?.text).toContain(part);
    expect(email?.link).toContain(`/balance-operations/deposit/${orderId}`);
  });

  test("stays rejected whatever its payment system reports later; the report is a dispute", async () => {
    const client = await api.newClient();
    const payment = await order(api, client, 2_000);
    await sendReport(api, payment, "paid", { costCents: 1_000 });
    await operate("deposits", "reject", payment.orderId, "--reason", "Another sum");
    await sendReport(api, payment, "paid", { paymentId: "late" });
    expect(await statusOf(api, payment.orderId)).toBe("rejected");
    expect(await balanceOf(api, client)).toBe(0);
    expect(await operate("deposits", "disputes")).toContain("late");
  });

  test("can't be accepted by an operator before it is paid", async () => {
    const client = await api.newClient();
    const { orderId } = await order(api, client);
    await expect(operate("deposits", "accept", orderId)).rejects.toThrow("No such deposit");
    expect(await balanceOf(api, client)).toBe(0);
  });
});

describe("a dispute", () => {
  test("over a second payment is listed and settled, and the money is credited once", async () => {
    const client = await api.newClient();
    const payment = await order(api, client, 2_000);
    await sendReport(api, payment, "paid");
    await sendReport(api, payment, "paid", { paymentId: "the-second" });
    expect(await operate("deposits", "disputes")).toContain("the-second");
    const rows = await api.db.select().from(paymentReports);
    const dispute = rows.find(({ paymentId }) => paymentId === "the-second");
    expect(await operate("deposits", "settle", dispute?.id ?? "", "--note", "Given back")).toContain(
      "closed",
    );
    expect(await operate("deposits", "disputes")).not.toContain("the-second");
    expect(await balanceOf(api, client)).toBe(2_000);
  });

  test("over another sum holds the deposit until it is accepted", async () => {
    const client = await api.newClient();
    const payment = await order(api, client, 2_000);
    await sendReport(api, payment, "paid", { costCents: 1_000 });
    expect(await statusOf(api, payment.orderId)).toBe("underReview");
    const kind = async () =>
      (JSON.parse(await operate("deposits", "disputes", "--json")) as { order: string; dispute: string }[])
        .filter(({ order: id }) => id === payment.orderId)
        .map(({ dispute }) => dispute);
    expect(await kind()).toEqual(["mismatch"]);
    await operate("deposits", "accept", payment.orderId, "--amount", "9.75");
    expect(await kind()).toEqual(["mismatchCredited"]);
    expect(await balanceOf(api, client)).toBe(975);
    // the payment system's report no longer changes anything
    await sendReport(api, payment, "paid");
    expect(await balanceOf(api, client)).toBe(975);
  });
});

describe("a refund", () => {
  const accepted = async () => {
    const { client, orderId } = await underReview();
    await operate("deposits", "accept", orderId);
    return { client, orderId };
  };

  test("says what is left of the deposit", async () => {
    const { client, orderId } = await accepted();
    const refund = (...args: string[]) =>
      operate("deposits", "refund", orderId, "--reason", "Sent twice", ...args);
    expect(await refund("--amount", "4", "--by-hand")).toBe(
      "$4.00 was taken from the balance. $6.00 of the deposit is left: only a reversal by the payer's bank can take it back.",
    );
    await expect(refund("--amount", "6.01", "--reversed")).rejects.toThrow("more than is left of it: $6.00.");
    expect(await refund("--reversed")).toContain("Nothing of the deposit is left.");
    expect(await balanceOf(api, client)).toBe(0);
  });

  test("is not by hand and reversed at the same time", async () => {
    const { client, orderId } = await accepted();
    await expect(
      operate("deposits", "refund", orderId, "--reason", "Sent twice", "--by-hand", "--reversed"),
    ).rejects.toThrow("Either refunded by hand or reversed by the payer's bank: choose one.");
    expect(await balanceOf(api, client)).toBe(1_000);
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSession } from "#api/auth/sessions";
import { operatorActions } from "#api/db/schema/operator";
import { transaction } from "#api/db/transaction";
import { choosePayments } from "#api/integrations/payments/index";
import { checkLedger } from "#api/ledger/ledger";
import { parseEnvironment } from "#api/lib/environment";
import { isPossibleAccount } from "#api/lib/environment/formats";
import { runAdmin as runOperator } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { readBrand } from "#contract/branding/brand";
import * as contract from "#contract/payments/index";
import { expireDepositsJob } from "./expire-deposits";
import { balanceOf, send, statusOf } from "./testing";

const orderInput = {
  TRANSFER_BENEFICIARY: "Example Ltd",
  TRANSFER_ACCOUNT: "LV80 BANK 0000 4351 9500 1",
  TRANSFER_BANK: "Example Bank",
  TRANSFER_BIC: "EXMPLV2X",
  TRANSFER_NOTE: "Charges are yours",
};
const settings = { secret: "s", publicOrigin: "http://localhost", dataDir: "", brand: readBrand({}) };

let api: TestApi;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
beforeAll(async () => {
  api = await testApi({ payments: await choosePayments(settings, parseEnvironment(orderInput)) });
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const order = async (amountCents = 10_000, key?: string) => {
  const input = { method: "transfer", amountCents };
  return (await api.call(contract.createDeposit, input, { token: client.token, ...(key && { key }) })).body
    .payment;
};
const operate = (...args: string[]) => runOperator(api, "deposits", ...args);
const getPayment = async (orderId: string) =>
  (await api.call(contract.getDeposit, { orderId }, client)).body.payment;
const clientEmails = () => api.sentEmails.filter(({ to }) => to === client.email);

test("an order by bank transfer is made once and leads to its invoice", async () => {
  const payments = await Promise.all([1, 2, 3].map(() => order(10_000, "the-same-key")));
  expect(new Set(payments.map(({ orderId }) => orderId)).size).toBe(1);
  const { orderId, payUrl, expiresAt, createdAt } = await order();
  expect(payUrl).toBe(`/balance-operations/deposit/${orderId}/invoice`);
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(14 * 24 * 3_600_000);
  const { body } = await api.call(contract.depositInvoice, { orderId }, client);
  expect(body).toEqual({
    number: orderId,
    createdAt,
    dueAt: expiresAt,
    costCents: 10_000,
    currency: "USD",
    client: { name: "Test Client", email: client.email },
    isOpen: true,
    details: [
      { name: "beneficiary", value: "Example Ltd" },
      { name: "account", value: "LV80BANK0000435195001" },
      { name: "bank", value: "Example Bank" },
      { name: "bic", value: "EXMPLV2X" },
      { name: "note", value: "Charges are yours" },
    ],
  });
  const stranger = await api.newClient();
  expect((await api.call(contract.depositInvoice, { orderId }, stranger)).status).toBe(404);
});

test("only the operator can confirm a transfer, and it is credited once with an email", async () => {
  const { orderId } = await order();
  const body = JSON.stringify({ orderId, event: "paid", costCents: 10_000 });
  expect((await send(api, "transfer", { body, headers: { "x-signature": "sha256=00" } })).status).toBe(401);
  expect(await statusOf(api, orderId)).toBe("notPaid");
  expect(await operate("transfers")).toContain(orderId);
  expect(await operate("paid", orderId, "--reference", "FT 1")).toBe(
    `Deposit ${orderId} is on the balance: $100.00.`,
  );
  expect(await operate("paid", orderId, "--reference", "FT 1")).toContain("already on the balance: $100.00");
  await Promise.allSettled([operate("paid", orderId), operate("accept", orderId)]);
  expect(await balanceOf(api, client)).toBe(10_000);
  expect(await operate("transfers")).not.toContain(orderId);
  expect(clientEmails().filter(({ text }) => text.includes(orderId))).toHaveLength(1);
  const audit = (await api.db.select().from(operatorActions)).filter(
    ({ command }) => command === "deposits paid",
  );
  expect(audit[0]?.input).toMatchObject({ orderId, reference: "FT 1" });
  expect(await checkLedger(api.db)).toEqual([]);
});

test("another sum is credited as received", async () => {
  const { orderId } = await order();
  expect(await operate("paid", orderId, "--amount", "95.50")).toContain("$95.50, invoiced $100.00");
  expect(await getPayment(orderId)).toMatchObject({ status: "received", sumCents: 9_550, costCents: 10_000 });
  expect(await balanceOf(api, client)).toBe(9_550);
});

test("a sum above the order by more than one person may add to a balance is not credited", async () => {
  const { orderId } = await order();
  await expect(operate("paid", orderId, "--amount", "200.01")).rejects.toThrow(
    "$200.01 is more than $100.00 above the order, $100.00",
  );
  expect(await statusOf(api, orderId)).toBe("notPaid");
  expect(await operate("paid", orderId, "--amount", "200")).toContain("$200.00, invoiced $100.00");
  expect(await balanceOf(api, client)).toBe(20_000);
});

test("one transfer pays for one deposit", async () => {
  const [one, other] = [await order(), await order()];
  await operate("paid", one.orderId, "--reference", "FT-77 a");
  await expect(operate("paid", other.orderId, "--reference", "ft-77A")).rejects.toThrow("another deposit");
  expect(await balanceOf(api, client)).toBe(10_000);
});

test("an invoice expires, and a transfer that arrives late or after a rejection is credited all the same", async () => {
  const [late, rejected] = [await order(), await order()];
  await operate("reject", rejected.orderId, "--reason", "Sent back by the bank");
  expect(await getPayment(rejected.orderId)).toMatchObject({
    status: "rejected",
    reason: "Sent back by the bank",
  });
  await expect(operate("reject", rejected.orderId, "--reason", "again")).rejects.toThrow("No such deposit");
  api.pass({ days: 15 });
  await expireDepositsJob.run({}, api.deps);
  expect(await statusOf(api, late.orderId)).toBe("cancelled");
  const { token } = await transaction(api.db, (tx) =>
    openSession(api.deps, tx, { userId: client.id, userAgent: "test", address: "127.0.0.1" }),
  );
  const { body } = await api.call(contract.depositInvoice, { orderId: late.orderId }, { token });
  expect(body.isOpen).toBe(false);
  await operate("paid", late.orderId);
  await operate("paid", rejected.orderId);
  expect(await balanceOf(api, client)).toBe(20_000);
});

test("account numbers other than IBANs have no check digits", () => {
  expect(["000123456789", "GB29NWBK60161331926819"].map(isPossibleAccount)).toEqual([true, true]);
  expect(isPossibleAccount("GB28NWBK60161331926819")).toBe(false);
});

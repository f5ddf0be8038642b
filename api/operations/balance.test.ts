import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorActions } from "#api/db/schema/operator";
import { checkLedger } from "#api/ledger/ledger";
import { balanceOf, giveMoney } from "#api/modules/payments/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { amount } from "./fields";
import { runAdmin } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const move = (action: "credit" | "debit", email: string, amount: string) =>
  runAdmin(api, "balance", action, email, "--amount", amount, "--reason", "Lost in a bank");

test("an operator credits and debits manually, with a recorded reason, and never more than the balance", async () => {
  const client = await api.newClient();
  await giveMoney(api, client, 1_000);
  expect(await move("credit", client.email.toUpperCase(), "12.50")).toContain("$12.50 added to the balance");
  expect(await balanceOf(api, client)).toBe(2_250);
  expect(await move("debit", client.email, "2.50")).toContain("taken from the balance");
  await expect(move("debit", client.email, "20.01")).rejects.toThrow("less than $20.01");
  expect(await balanceOf(api, client)).toBe(2_000);
  expect(
    api.sentEmails
      .filter(({ to, template }) => to === client.email && template === "balanceCorrected")
      .map(({ subject }) => subject),
  ).toEqual(["$12.50 added to your balance", "$2.50 taken from your balance"]);
  expect(api.sentEmails.at(-1)?.text).toContain("Reason: Lost in a bank");
  expect(await checkLedger(api.db)).toEqual([]);
  const audit = await api.db.select().from(operatorActions);
  const moves = audit.filter(({ command }) => command.startsWith("balance "));
  expect(moves.map(({ command, operator, input }) => [command, operator, input.reason])).toEqual([
    ["balance credit", "olga", "Lost in a bank"],
    ["balance debit", "olga", "Lost in a bank"],
  ]);
});

test("an unknown client's balance can't be corrected, nor by an invalid sum", async () => {
  await expect(move("credit", "nobody@example.test", "5")).rejects.toThrow("No client");
  for (const sum of ["0", "-5", "1e3"]) expect(amount.safeParse(sum).success).toBe(false);
});

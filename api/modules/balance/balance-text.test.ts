import { expect, test } from "vitest";
import { balanceText, describeJournalEntry } from "./balance-text";

const posted = { kind: "transfer", details: {}, amountCents: 100, counterparty: "ann@example.test" };

test.each([
  [posted, "Transfer from ann@example.test"],
  [{ ...posted, amountCents: -100 }, "Transfer to ann@example.test"],
  [{ ...posted, kind: "of_a_later_version", counterparty: null }, "Transaction"],
])("%o is %s", (one, expected) => {
  expect(describeJournalEntry(one, "en")).toBe(expected);
});

test("a text is found in whichever of the three namespaces contains it", () => {
  expect(balanceText("en", "sumColumn")).toBe("Amount");
  expect(balanceText("ru", "receiptNumber")).toBe("Номер");
  expect(balanceText("en", "txid")).toBe("TXID");
});

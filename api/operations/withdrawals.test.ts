import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { partnerTerms } from "#api/db/schema/partners";
import { balancesOf } from "#api/ledger/ledger";
import { newReferral, pay } from "#api/modules/partners/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as balance from "#contract/balance/index";
import * as contract from "#contract/partners/index";
import { runAdmin as runOperator } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(() => void api.sentEmails.splice(0));

const operate = (...args: string[]) => runOperator(api, ...args);

/** Creates a partner who has requested 30 of 100 dollars and confirmed the wallet. */
async function requestWithdrawal() {
  const partner = await api.newClient();
  await pay(api, (await newReferral(api, partner.id)).id, 500_00);
  const input = { method: "webmoney", wallet: "Z123456789012", amount: 30 };
  const { body } = await api.call(contract.createWithdrawal, input, { token: partner.token });
  const code = /code=([\w-]+)/.exec(api.sentEmails.at(-1)?.text ?? "")?.[1] ?? "";
  await api.call(contract.confirmWallet, { code }, { token: partner.token });
  return { partner, id: body.withdrawal?.id ?? "" };
}

describe("withdrawal commands of the operator", () => {
  it("list the valid statuses after an invalid one", async () => {
    for (const area of ["withdrawals", "deposits", "servers"])
      await expect(operate(area, "list", "--status", "nonsense")).rejects.toThrow(
        /^error: status: one of \w+, \w+/,
      );
  });

  it("list pending withdrawals and pay one; the client gets an email", async () => {
    const { partner, id } = await requestWithdrawal();
    const list = await operate("withdrawals", "list");
    expect(list).toContain(id);
    expect(list).toContain(partner.email);
    expect(await operate("withdrawals", "pay", id, "--reference", "tx 1")).toContain(
      "$30.00 to Z123456789012 is paid out",
    );
    expect(await balancesOf(api.db, partner.id)).toMatchObject({ partner: 70_00, withdrawal_hold: 0 });
    expect(api.sentEmails.at(-1)).toMatchObject({
      to: partner.email,
      subject: expect.stringContaining("$30.00 has been paid out"),
    });
    await expect(operate("withdrawals", "pay", id)).rejects.toThrow("No such pending request");
  });

  it("show the payment's reference, who decided and when to staff, and the reference to the client", async () => {
    const { partner, id } = await requestWithdrawal();
    const token = { token: partner.token };
    const history = async (...args: string[]) =>
      JSON.parse(await operate("--json", ...args)) as Record<string, unknown>[];
    const waiting = { id, status: "underReview", reference: null, decided: null, by: null };
    expect(await history("withdrawals", "history")).toContainEqual(expect.objectContaining(waiting));
    await operate("withdrawals", "pay", id, "--reference", " 5f1c9ab2 ");
    const decided = { id, status: "paidOut", reference: "5f1c9ab2", by: expect.any(String) };
    const paid = { ...decided, decided: expect.any(String) };
    expect(await history("withdrawals", "history", "--status", "paidOut")).toContainEqual(
      expect.objectContaining(paid),
    );
    expect(await history("clients", "withdrawals", partner.email)).toEqual([expect.objectContaining(paid)]);
    const rejected = await history("withdrawals", "history", "--status", "rejected");
    expect(rejected.filter(({ status }) => status !== "rejected")).toEqual([]);
    expect(api.sentEmails.at(-1)?.text).toContain("5f1c9ab2");
    const { withdrawals } = (await api.call(contract.withdrawals, {}, token)).body;
    expect(withdrawals).toMatchObject([{ id, reference: "5f1c9ab2" }]);
    const input = { kind: "withdrawals", period: "all" } as const;
    const { movements } = (await api.call(balance.history, input, token)).body;
    expect(movements[0]?.about).toMatch(/Z123456789012, payment reference 5f1c9ab2$/);
  });

  it("mark the money as being sent: the client can't cancel any more, and it is paid or rejected", async () => {
    const { partner, id } = await requestWithdrawal();
    expect(await operate("withdrawals", "send", id)).toContain("$30.00 to Z123456789012 is being sent");
    await expect(operate("withdrawals", "send", id)).rejects.toThrow("No such request under review");
    const cancelled = await api.call(
      contract.cancelWithdrawal,
      { withdrawalId: id },
      { token: partner.token },
    );
    expect([cancelled.status, cancelled.error.code]).toEqual([409, "withdrawalDecided"]);
    const again = { method: "webmoney", wallet: "Z123456789012", amount: 30 };
    expect((await api.call(contract.createWithdrawal, again, { token: partner.token })).status).toBe(409);
    await operate("withdrawals", "pay", id);
    expect(await balancesOf(api.db, partner.id)).toMatchObject({ partner: 70_00, withdrawal_hold: 0 });
    const other = await requestWithdrawal();
    await operate("withdrawals", "send", other.id);
    await operate("withdrawals", "reject", other.id, "--reason", "It came back");
    expect((await balancesOf(api.db, other.partner.id)).partner).toBe(100_00);
  });

  it("reject with a reason that the client sees", async () => {
    const { partner, id } = await requestWithdrawal();
    await operate("withdrawals", "reject", id, "--reason", "The wallet is blocked");
    expect((await balancesOf(api.db, partner.id)).partner).toBe(100_00);
    expect(api.sentEmails.at(-1)?.text).toContain("The wallet is blocked");
    const { body } = await api.call(contract.withdrawals, {}, { token: partner.token });
    expect(body.withdrawals[0]).toMatchObject({ status: "rejected", reason: "The wallet is blocked" });
  });

  it("cancel; the money is returned", async () => {
    const { partner, id } = await requestWithdrawal();
    expect(await operate("withdrawals", "cancel", id)).toContain("back on the partner balance");
    expect((await balancesOf(api.db, partner.id)).partner).toBe(100_00);
  });

  it("change the terms one by one, and no sum of level percentages above the maximum", async () => {
    await operate("partner", "terms", "--level1", "12.5", "--min-withdrawal", "35");
    expect(await operate("partner", "terms", "--clearing-days", "14")).toBe(
      [
        "level 1, %          12.5",
        "level 2, %          5",
        "level 3, %          3",
        "minimum withdrawal  $35.00",
        "clearing, days      14",
      ].join("\n"),
    );
    await expect(operate("partner", "terms", "--level2", "99")).rejects.toThrow();
    await api.db.delete(partnerTerms);
  });
});

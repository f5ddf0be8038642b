import { afterAll, beforeAll, expect, it } from "vitest";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/partners/index";
import { bookRefund } from "./rewards";
import { newReferral, pay } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

it("partnerInfo returns the code, active referrals by level, the available sum, and the totals of all levels less refunds", async () => {
  const partner = await api.newClient({ referralCode: "INFO" });
  const first = await newReferral(api, partner.id);
  const sibling = await newReferral(api, partner.id);
  const second = await newReferral(api, first.id);
  const third = await newReferral(api, second.id);
  const fourth = await newReferral(api, third.id);
  for (const client of [first, sibling, second, third, fourth]) await pay(api, client.id, 100_00);
  const refunded = await pay(api, second.id, 50_00, { kind: "renewal" });
  await transaction(api.db, (tx) => bookRefund(api.deps, tx, refunded.id, 20_00));
  await api.call(contract.transferToBalance, { amountCents: 9_00 }, { token: partner.token });
  const { body } = await api.call(contract.partnerInfo, {}, { token: partner.token });
  const terms = {
    referral_code: "INFO",
    partnerMinWithdrawalCents: 20_00,
    clearingDays: 0,
    withdrawalDueOn: "2026-03-09",
    clearingCents: 0,
    nextClearsAt: null,
    owedCents: 0,
  };
  expect(body).toEqual({
    ...terms,
    level_1_referral_active_count: 2,
    level_2_referral_active_count: 1,
    level_3_referral_active_count: 1,
    // 20 % of 200, 5 % of 130, 3 % of 100
    rewardCents: 49_50,
    turnoverCents: 430_00,
    balanceCents: 40_50,
    availableCents: 40_50,
  });
  const stranger = await api.newClient({ referralCode: "NOBODY" });
  expect((await api.call(contract.partnerInfo, {}, { token: stranger.token })).body).toEqual({
    ...terms,
    referral_code: "NOBODY",
    level_1_referral_active_count: 0,
    level_2_referral_active_count: 0,
    level_3_referral_active_count: 0,
    rewardCents: 0,
    turnoverCents: 0,
    balanceCents: 0,
    availableCents: 0,
  });
});

import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import { workingDaysAfter } from "#api/lib/working-days";
import * as contract from "#contract/partners/index";
import { withdrawalWorkingDays } from "#contract/rules";
import { countActiveReferrals } from "./active-referrals";
import { findClearing } from "./clearing";
import { findTerms } from "./find-terms";
import { levelTotals } from "./levels";

export const partnerInfo = handle(contract.partnerInfo, async (_input, context) => {
  const { db, client, clock } = context;
  const now = clock.now();
  const [terms, active, { partner: balanceCents, owed: owedCents }, clearing, totals] = await Promise.all([
    findTerms(db),
    countActiveReferrals(db, client.id, now),
    balancesOf(db, client.id),
    findClearing(db, client.id, now),
    levelTotals(db, client.id),
  ]);
  const clearingCents = Math.min(clearing.cents, balanceCents);
  return {
    referral_code: client.user.referralCode,
    level_1_referral_active_count: active[1],
    level_2_referral_active_count: active[2],
    level_3_referral_active_count: active[3],
    partnerMinWithdrawalCents: terms.minWithdrawalCents,
    balanceCents,
    owedCents,
    availableCents: balanceCents - clearingCents,
    clearingCents,
    nextClearsAt: (clearingCents > 0 && clearing.nextAt?.toISOString()) || null,
    clearingDays: terms.clearingDays,
    withdrawalDueOn: workingDaysAfter(now, withdrawalWorkingDays),
    turnoverCents: totals.reduce((sum, total) => sum + total.turnoverCents, 0),
    rewardCents: totals.reduce((sum, total) => sum + total.rewardCents, 0),
  };
});

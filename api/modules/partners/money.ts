import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { accountOf, balancesOf, companyAccount, post, takeBack } from "#api/ledger/ledger";

/**
 * All ledger transactions of partner money: kinds `reward`, `reward_taken_back`, `partner_transfer`,
 * `withdrawal_held`, `withdrawal_released`, `withdrawal_paid`.
 */

type Reward = {
  id: string;
  partnerId: string;
  paymentId: string;
  level: number;
  percent: number;
  amountCents: number;
  clearsAt: Date;
};

export const partnerBalance = async (db: Database | Tx, userId: string): Promise<number> =>
  (await balancesOf(db, userId)).partner;

const about = (deps: Deps, { id, paymentId, level, percent, clearsAt }: Reward) => ({
  reference: { type: "partner_reward", id },
  at: deps.clock.now(),
  details: { paymentId, level, percent, clearsAt: clearsAt.toISOString() },
});

/** Pays a reward from the company to a partner balance. Returns the ledger transaction's id. */
export async function payReward(deps: Deps, tx: Tx, reward: Reward): Promise<number> {
  const { partnerId, amountCents } = reward;
  return post(tx, {
    kind: "reward",
    ...about(deps, reward),
    entries: [
      { account: await companyAccount(tx, "rewards"), amountCents: -amountCents },
      { account: await accountOf(tx, partnerId, "partner"), amountCents },
    ],
  });
}

/** Takes a reward back for the company; `amountCents` is below zero. The partner owes what they no longer have. */
export const takeRewardBack = (deps: Deps, tx: Tx, reward: Reward): Promise<number> =>
  takeBack(tx, {
    kind: "reward_taken_back",
    ...about(deps, reward),
    userId: reward.partnerId,
    amountCents: -reward.amountCents,
    to: "rewards",
  });

type Withdrawal = { id: string; userId: string; amountCents: number };

async function postWithdrawal(
  deps: Deps,
  tx: Tx,
  kind: string,
  { id }: Withdrawal,
  from: number,
  to: number,
  amountCents: number,
): Promise<void> {
  await post(tx, {
    kind,
    reference: { type: "withdrawal", id },
    at: deps.clock.now(),
    entries: [
      { account: from, amountCents: -amountCents },
      { account: to, amountCents },
    ],
  });
}

/** Holds the money of a withdrawal from its request on: it is neither on the partner balance nor paid out. */
export async function holdWithdrawal(deps: Deps, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const [from, to] = [
    await accountOf(tx, withdrawal.userId, "partner"),
    await accountOf(tx, withdrawal.userId, "withdrawal_hold"),
  ];
  await postWithdrawal(deps, tx, "withdrawal_held", withdrawal, from, to, withdrawal.amountCents);
}

/** Returns the held money of an unpaid withdrawal to the partner balance. */
export async function releaseWithdrawal(deps: Deps, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const [from, to] = [
    await accountOf(tx, withdrawal.userId, "withdrawal_hold"),
    await accountOf(tx, withdrawal.userId, "partner"),
  ];
  await postWithdrawal(deps, tx, "withdrawal_released", withdrawal, from, to, withdrawal.amountCents);
}

/** Books the held money of a withdrawal as paid out. */
export async function payWithdrawal(deps: Deps, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const [from, to] = [
    await accountOf(tx, withdrawal.userId, "withdrawal_hold"),
    await companyAccount(tx, "payouts"),
  ];
  await postWithdrawal(deps, tx, "withdrawal_paid", withdrawal, from, to, withdrawal.amountCents);
}

/** Moves rewards to the main balance. */
export async function moveToMainBalance(
  deps: Deps,
  tx: Tx,
  transfer: { id: string; userId: string; amountCents: number },
): Promise<void> {
  await post(tx, {
    kind: "partner_transfer",
    reference: { type: "partner_transfer", id: transfer.id },
    at: deps.clock.now(),
    entries: [
      { account: await accountOf(tx, transfer.userId, "partner"), amountCents: -transfer.amountCents },
      { account: await accountOf(tx, transfer.userId, "main"), amountCents: transfer.amountCents },
    ],
  });
}

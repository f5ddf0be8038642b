import * as z from "zod/mini";
import { call } from "#contract/call";
import { cents, positiveCents, requiredText, secondFactorCode, timestamp } from "#contract/fields";
import { date } from "#contract/period";
import { walletMaxLength } from "#contract/rules";
import { withdrawalStatuses } from "./withdrawal-status";

/** Withdrawals, wallets and the transfer to the main balance (specification, sections 4 and 7). */

const id = z.string().check(z.minLength(1), z.maxLength(64));

export const payoutMethod = z.object({
  id: z.string(),
  /** In the reader's language. */
  name: z.string(),
  minCents: cents,
  /** What a wallet of this method looks like, in the reader's language. */
  hint: z.string(),
});

export const payoutMethods = call({
  method: "GET",
  path: "/user/partner/payments",
  access: "client",
  summary: "The ways to withdraw, each with its minimum",
  output: z.object({ methods: z.array(payoutMethod) }),
});

export const withdrawal = z.object({
  id: z.string(),
  createdAt: timestamp,
  method: z.string(),
  methodName: z.string(),
  wallet: z.string(),
  amountCents: cents,
  status: z.enum(withdrawalStatuses),
  /** Why the operator rejected it. */
  reason: z.nullable(z.string()),
  /** The last of the working days in which it is decided. */
  dueOn: date,
  decidedAt: z.nullable(timestamp),
});
export type Withdrawal = z.output<typeof withdrawal>;

export const withdrawalInput = z.object({
  method: requiredText("specifyMethod", 40),
  wallet: requiredText("specifyWallet", walletMaxLength),
  amountCents: positiveCents,
  secondFactorCode,
});

export const createWithdrawal = call({
  method: "POST",
  path: "/user/partner/createwithdrawal",
  access: "client",
  summary:
    "Asks for a withdrawal and holds the money; a wallet that is new is to be confirmed by e-mail first",
  input: withdrawalInput,
  output: z.object({ withdrawal }),
  idempotent: true,
});

export const withdrawals = call({
  method: "GET",
  path: "/user/partner/withdrawals",
  access: "client",
  summary: "The latest withdrawals, newest first",
  output: z.object({ withdrawals: z.array(withdrawal) }),
});

export const cancelWithdrawal = call({
  method: "POST",
  path: "/user/partner/withdrawals/:id/cancel",
  access: "client",
  summary: "Takes a request back that is not decided; the money returns to the partner balance",
  input: z.object({ id }),
});

export const transferInput = z.object({ amountCents: positiveCents });

export const transferToBalance = call({
  method: "POST",
  path: "/user/partner/transfer",
  access: "client",
  summary: "Moves cleared rewards to the main balance",
  input: transferInput,
  output: z.object({ balanceCents: cents, partnerBalanceCents: cents }),
  idempotent: true,
});

export const wallets = call({
  method: "GET",
  path: "/user/partner/wallets",
  access: "client",
  summary: "The wallets that were confirmed",
  output: z.object({
    wallets: z.array(
      z.object({ id: z.string(), method: z.string(), methodName: z.string(), wallet: z.string() }),
    ),
  }),
});

export const confirmWallet = call({
  method: "POST",
  path: "/user/partner/wallets/confirm",
  access: "client",
  summary: "Confirms a new wallet by the code of the letter; its withdrawal goes under review",
  input: z.object({ code: requiredText("walletCodeInvalid", 200) }),
  output: z.object({ wallet: z.string(), methodName: z.string() }),
});

export const resendWalletLetter = call({
  method: "POST",
  path: "/user/partner/wallets/resend",
  access: "client",
  summary: "E-mails the link that confirms the wallet of the waiting withdrawal once more",
});

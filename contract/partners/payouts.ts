import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import {
  cents,
  dollarSum,
  listed,
  positiveCents,
  recentAuthFields,
  requiredText,
  timestamp,
} from "#contract/fields";
import { date } from "#contract/period";
import { walletMaxLength } from "#contract/rules";
import { withdrawalStatuses } from "./withdrawal-status";

/** Withdrawals, wallets and the transfer to the main balance (specification, sections 4 and 7). */

const id = z.string().check(z.minLength(1), z.maxLength(64));

export const payoutMethod = z.object({
  id: z.string(),
  /** In the viewer's language. */
  name: z.string(),
  minCents: z._default(cents, 0),
  /** Format of this method's wallets, in the viewer's language. */
  hint: z._default(z.string(), ""),
});

export const payoutMethods = defineEndpoint({
  method: "GET",
  path: "/user/partner/payments",
  access: "client",
  section: "partner",
  isNamed: true,
  summary: "Lists withdrawal methods with their minimums",
  output: listed("methods", payoutMethod),
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
  /** The payment system's transaction id of one that is paid out. */
  reference: z.nullable(z.string()),
  /** The last of the working days in which it is decided. */
  dueOn: date,
  decidedAt: z.nullable(timestamp),
});
export type Withdrawal = z.output<typeof withdrawal>;

/** As in the specification; `amount` is parsed into `amountCents`. */
export const withdrawalInput = z.object({
  method: requiredText("specifyMethod", 40),
  wallet: requiredText("specifyWallet", walletMaxLength),
  amount: z.pipe(dollarSum, positiveCents),
  ...recentAuthFields,
});

export const createWithdrawal = defineEndpoint({
  method: "POST",
  path: "/user/partner/createwithdrawal",
  access: "client",
  recentAuth: "passwordIfTwoStep",
  section: "partner",
  isNamed: true,
  summary: "Requests a withdrawal and holds the money; a new wallet must be confirmed by e-mail",
  input: z.pipe(
    withdrawalInput,
    z.transform(({ amount, ...rest }: z.output<typeof withdrawalInput>) => ({
      ...rest,
      amountCents: amount,
    })),
  ),
  output: z.object({ withdrawal: z.optional(withdrawal) }),
  idempotent: "ifAsked",
});

export const withdrawals = defineEndpoint({
  method: "GET",
  path: "/user/partner/withdrawals",
  access: "client",
  section: "partner",
  summary: "Lists the latest withdrawals, newest first",
  output: z.object({ withdrawals: z.array(withdrawal) }),
});

export const cancelWithdrawal = defineEndpoint({
  method: "POST",
  path: "/user/partner/withdrawals/:withdrawalId/cancel",
  access: "client",
  section: "partner",
  summary: "Cancels a pending withdrawal; the money returns to the partner balance",
  input: z.object({ withdrawalId: id }),
});

export const transferInput = z.object({ amountCents: positiveCents });

export const transferToBalance = defineEndpoint({
  method: "POST",
  path: "/user/partner/transfer",
  access: "client",
  section: "partner",
  summary: "Transfers available rewards to the main balance",
  recentAuth: "ifTwoStep",
  input: transferInput,
  output: z.object({ balanceCents: cents, partnerBalanceCents: cents }),
  idempotent: true,
});

export const wallets = defineEndpoint({
  method: "GET",
  path: "/user/partner/wallets",
  access: "client",
  section: "partner",
  summary: "Lists confirmed wallets",
  output: z.object({
    wallets: z.array(
      z.object({ id: z.string(), method: z.string(), methodName: z.string(), wallet: z.string() }),
    ),
  }),
});

export const confirmWallet = defineEndpoint({
  method: "POST",
  path: "/user/partner/wallets/confirm",
  access: "client",
  section: "partner",
  summary: "Confirms a new wallet with the code from the e-mail; its withdrawal goes under review",
  input: z.object({ code: requiredText("linkInvalid", 200) }),
  output: z.object({ wallet: z.string(), methodName: z.string() }),
});

export const resendWalletEmail = defineEndpoint({
  method: "POST",
  path: "/user/partner/wallets/resend",
  access: "client",
  section: "partner",
  summary: "E-mails the wallet confirmation link again",
});

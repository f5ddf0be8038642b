import { eq } from "drizzle-orm";
import { partnerWallets } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { keyedHash } from "#api/lib/keyed-hash";
import type { WithdrawalRow } from "./withdrawals";
import { payoutMethodName } from "./withdrawals";

export const walletCodeText = (code: string): string => `wallet:${code}`;

/** Returns the recipient and language of an email about a wallet, and the values all of them name. */
async function addressed(
  tx: Tx,
  { userId, method, wallet }: { userId: string; method: string; wallet: string },
) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error("A wallet has no owner");
  const { email: to, language, name } = user;
  return { to, language, about: { name, method: payoutMethodName(method, language), wallet } };
}

/** Emails the link that confirms a new wallet; an earlier link stops working. */
export async function sendWalletEmail(
  deps: Deps,
  tx: Tx,
  wallet: typeof partnerWallets.$inferSelect,
): Promise<void> {
  const { to, language, about } = await addressed(tx, wallet);
  const code = deps.ids.secret();
  await tx
    .update(partnerWallets)
    .set({ codeHash: keyedHash(deps.settings, walletCodeText(code)), codeSentAt: deps.clock.now() })
    .where(eq(partnerWallets.id, wallet.id));
  const path = `/partner-program/confirm-wallet?code=${code}`;
  await sendMail(deps, tx, { to, language, template: "walletConfirm", values: { ...about, path } });
}

/** Emails the client that a withdrawal is under review. */
export async function sendRequested(deps: Deps, tx: Tx, row: WithdrawalRow): Promise<void> {
  const { to, language, about } = await addressed(tx, row);
  const values = { ...about, amountCents: row.amountCents };
  await sendMail(deps, tx, { to, language, template: "withdrawalRequested", values });
}

/** Emails the client the outcome of a withdrawal; a cancelled one was not confirmed in time. */
export async function sendDecision(deps: Deps, tx: Tx, row: WithdrawalRow): Promise<void> {
  const { to, language, about } = await addressed(tx, row);
  const { amountCents, reason, reference, status } = row;
  const end = { paid: status === "paidOut", expired: status === "cancelled", reason: reason ?? undefined };
  const values = { ...about, amountCents, ...end, ...(reference && { reference }) };
  await sendMail(deps, tx, { to, language, template: "withdrawalDecided", values });
}

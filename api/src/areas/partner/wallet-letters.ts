import { eq } from "drizzle-orm";
import { partnerWallets } from "#api/db/schema/partner";
import { users } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import { sendMail } from "#api/mail/send";
import type { Parts } from "#api/parts";
import { keyedHash } from "#api/values/keyed";
import { payoutMethodName } from "./withdrawals";

/** How long the link of the letter works; a request whose wallet is not confirmed by then is cancelled. */
export const confirmDays = 3;

export const walletCodeText = (code: string): string => `wallet:${code}`;

/** E-mails the link that confirms a new wallet; an earlier link stops working. */
export async function sendWalletLetter(
  parts: Parts,
  tx: Tx,
  wallet: typeof partnerWallets.$inferSelect,
): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, wallet.userId));
  if (!user) return;
  const code = parts.ids.secret();
  await tx
    .update(partnerWallets)
    .set({ codeHash: keyedHash(parts.settings, walletCodeText(code)), codeSentAt: parts.clock.now() })
    .where(eq(partnerWallets.id, wallet.id));
  await sendMail(parts, tx, {
    to: user.email,
    language: user.language,
    template: "walletConfirm",
    values: {
      name: user.name,
      method: payoutMethodName(wallet.method, user.language),
      wallet: wallet.wallet,
      path: `/partner-program/confirm-wallet?code=${code}`,
    },
  });
}

/** Tells the client that a withdrawal is under review. */
export async function sendRequested(
  parts: Parts,
  tx: Tx,
  row: { userId: string; amountCents: number; method: string; wallet: string },
): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, row.userId));
  if (!user) return;
  await sendMail(parts, tx, {
    to: user.email,
    language: user.language,
    template: "withdrawalRequested",
    values: {
      name: user.name,
      amountCents: row.amountCents,
      method: payoutMethodName(row.method, user.language),
      wallet: row.wallet,
    },
  });
}

import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { noteSecurityEvent } from "#api/auth/events";
import { partnerWallets, partnerWithdrawals } from "#api/db/schema/partners";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { provingHashes } from "#api/lib/keyed-hash";
import { workingDaysAfter } from "#api/lib/working-days";
import { dayMilliseconds } from "#contract/day";
import * as contract from "#contract/partners/index";
import { codePauseSeconds, walletLinkDays, withdrawalWorkingDays } from "#contract/rules";
import { sendRequested, sendWalletEmail, walletCodeText } from "./wallet-emails";
import { payoutMethodName } from "./withdrawals";

export const wallets = handle(contract.wallets, async (_input, context) => {
  const rows = await context.db
    .select()
    .from(partnerWallets)
    .where(and(eq(partnerWallets.userId, context.client.id), isNotNull(partnerWallets.confirmedAt)))
    .orderBy(desc(partnerWallets.confirmedAt));
  return {
    wallets: rows.map(({ id, method, wallet }) => ({
      id,
      method,
      methodName: payoutMethodName(method, context.language),
      wallet,
    })),
  };
});

/**
 * Confirms a wallet. The link may be opened twice: a confirmed wallet stays confirmed. The working days count from
 * the confirmation.
 */
export const confirmWallet = handle(contract.confirmWallet, async ({ code }, context) => {
  const { client, clock, language } = context;
  return transaction(context.db, async (tx) => {
    const isOwn = and(
      inArray(partnerWallets.codeHash, provingHashes(context.settings, walletCodeText(code))),
      eq(partnerWallets.userId, client.id),
    );
    const [wallet] = await tx.select().from(partnerWallets).where(isOwn).for("update");
    const now = clock.now();
    const isLate =
      !wallet?.codeSentAt || now.getTime() - wallet.codeSentAt.getTime() > walletLinkDays * dayMilliseconds;
    if (!wallet || (isLate && !wallet.confirmedAt))
      throw new ApiError(422, "walletCodeInvalid", { fields: { code: "walletCodeInvalid" } });
    if (!wallet.confirmedAt) {
      await tx.update(partnerWallets).set({ confirmedAt: now }).where(eq(partnerWallets.id, wallet.id));
      const subject = payoutMethodName(wallet.method, language);
      await noteSecurityEvent(context, tx, { userId: client.id, kind: "walletAdded", subject });
    }
    const [row] = await tx
      .update(partnerWithdrawals)
      .set({ status: "underReview", dueOn: workingDaysAfter(now, withdrawalWorkingDays) })
      .where(and(eq(partnerWithdrawals.walletId, wallet.id), eq(partnerWithdrawals.status, "confirming")))
      .returning();
    if (row) await sendRequested(context, tx, row);
    return { wallet: wallet.wallet, methodName: payoutMethodName(wallet.method, language) };
  });
});

export const resendWalletEmail = handle(contract.resendWalletEmail, async (_input, context) => {
  const { client, clock } = context;
  await transaction(context.db, async (tx) => {
    const [waiting] = await tx
      .select({ wallet: partnerWallets })
      .from(partnerWithdrawals)
      .innerJoin(partnerWallets, eq(partnerWallets.id, partnerWithdrawals.walletId))
      .where(and(eq(partnerWithdrawals.userId, client.id), eq(partnerWithdrawals.status, "confirming")))
      .for("update");
    if (!waiting) throw new ApiError(404, "notFound");
    const sentAt = waiting.wallet.codeSentAt?.getTime() ?? 0;
    const wait = Math.ceil(codePauseSeconds - (clock.now().getTime() - sentAt) / 1000);
    if (wait > 0)
      throw new ApiError(429, "linkPause", {
        details: { count: wait },
        headers: { "retry-after": String(wait) },
      });
    await sendWalletEmail(context, tx, waiting.wallet);
  });
  return { ok: true };
});

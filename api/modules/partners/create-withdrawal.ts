import { and, eq, inArray } from "drizzle-orm";
import type * as z from "zod/mini";
import { noteSecurityEvent } from "#api/auth/events";
import { partnerWallets, partnerWithdrawals } from "#api/db/schema/partners";
import type { Tx } from "#api/db/transaction";
import type { HandlerContext } from "#api/http/handle";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { ApiError } from "#api/lib/api-error";
import { formatMoney } from "#api/lib/format";
import { workingDaysAfter } from "#api/lib/working-days";
import * as contract from "#contract/partners/index";
import { pendingWithdrawalStatuses } from "#contract/partners/withdrawal-status";
import { withdrawalWorkingDays } from "#contract/rules";
import { requireAvailable } from "./available-balance";
import { findTerms } from "./find-terms";
import { holdWithdrawal } from "./money";
import { sendRequested, sendWalletEmail } from "./wallet-emails";
import { normalizeWallet, payoutMethodOf } from "./wallets";
import { showWithdrawal } from "./withdrawals";

type Context = HandlerContext<typeof contract.createWithdrawal>;
type WithdrawalInput = z.output<typeof contract.createWithdrawal.input>;

/** Returns the method and the normalized wallet; throws 422 with the invalid field. */
async function check({ method: id, wallet: text, amountCents }: WithdrawalInput, { db, language }: Context) {
  const method = payoutMethodOf(id);
  if (!method) throw new ApiError(422, "payoutMethodUnknown", { fields: { method: "payoutMethodUnknown" } });
  const wallet = normalizeWallet(method, text);
  if (!wallet) throw new ApiError(422, "walletInvalid", { fields: { wallet: "walletInvalid" } });
  const minCents = Math.max(method.minCents, (await findTerms(db)).minWithdrawalCents);
  if (amountCents < minCents) {
    throw new ApiError(422, "withdrawalMin", {
      fields: { amount: "withdrawalMin" },
      details: { min: formatMoney(minCents, language) },
    });
  }
  return { method: method.id, wallet, amountCents };
}

/** Returns the client's wallet, created if it was never used. */
async function noteWallet(
  { ids, clock, client }: Context,
  tx: Tx,
  { method, wallet }: { method: string; wallet: string },
) {
  const isOwn = and(
    eq(partnerWallets.userId, client.id),
    eq(partnerWallets.method, method),
    eq(partnerWallets.wallet, wallet),
  );
  await tx
    .insert(partnerWallets)
    .values({ id: ids.id(), userId: client.id, method, wallet, createdAt: clock.now() })
    .onConflictDoNothing();
  // the lock waits for a running confirmation, which would not put this still invisible request under review
  const [row] = await tx.select().from(partnerWallets).where(isOwn).for("update");
  if (!row) throw new Error("The wallet was not noted");
  return row;
}

async function requireNonePending(tx: Tx, userId: string): Promise<void> {
  const pending = and(
    eq(partnerWithdrawals.userId, userId),
    inArray(partnerWithdrawals.status, [...pendingWithdrawalStatuses]),
  );
  if ((await tx.$count(partnerWithdrawals, pending)) > 0) throw new ApiError(409, "withdrawalPending");
}

async function requestWithdrawal(
  context: Context,
  tx: Tx,
  request: { method: string; wallet: string; amountCents: number },
) {
  const { client, clock, ids, language } = context;
  await requireNonePending(tx, client.id);
  await requireAvailable(context, tx, client.id, request.amountCents, language);
  const wallet = await noteWallet(context, tx, request);
  const now = clock.now();
  const [row] = await tx
    .insert(partnerWithdrawals)
    .values({
      id: ids.id(),
      userId: client.id,
      createdAt: now,
      ...request,
      walletId: wallet.id,
      status: wallet.confirmedAt ? "underReview" : "confirming",
      dueOn: workingDaysAfter(now, withdrawalWorkingDays),
    })
    .onConflictDoNothing()
    .returning();
  // another request was created between the check and the insert; the unique index decides
  if (!row) throw new ApiError(409, "withdrawalPending");
  await holdWithdrawal(context, tx, row);
  const subject = formatMoney(row.amountCents, language);
  await noteSecurityEvent(context, tx, { userId: client.id, kind: "withdrawalRequested", subject });
  await (wallet.confirmedAt ? sendRequested(context, tx, row) : sendWalletEmail(context, tx, wallet));
  return { withdrawal: showWithdrawal(row, language) };
}

export const createWithdrawal = handle(contract.createWithdrawal, async (input, context) => {
  const checked = await check(input, context);
  return withIdempotencyKey(context, contract.createWithdrawal.path, checked, (tx) =>
    requestWithdrawal(context, tx, checked),
  );
});

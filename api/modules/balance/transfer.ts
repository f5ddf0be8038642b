import { eq, sql } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { requireRecentAuth } from "#api/http/recent-auth";
import { accountOf, balancesOf, InsufficientFunds, post } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import { maskName } from "#api/lib/mask-name";
import * as contract from "#contract/balance/index";
import { dayMilliseconds } from "#contract/day";
import { usualTransferCents } from "#contract/rules";
import { transferLimitCents } from "./limits";
import { checkSum, findRecipient, insufficientFunds, tryRecipient } from "./recipient";

export const transferLimits = handle(contract.transferLimits, async (_input, { db, client }) => ({
  minCents: transferLimitCents.min,
  maxCents: transferLimitCents.max,
  balanceCents: (await balancesOf(db, client.id)).main,
}));

export const checkTransfer = handle(contract.checkTransfer, async ({ email, amountCents }, context) => {
  const { db, client, language } = context;
  checkSum(amountCents, language);
  const recipient = await tryRecipient(context, email);
  const { main } = await balancesOf(db, client.id);
  if (main < amountCents) throw insufficientFunds();
  return {
    email: recipient.email,
    recipientName: maskName(recipient.name),
    amountCents,
    balanceAfterCents: main - amountCents,
  };
});

type Transfer = { id: string; fromId: string; toId: string; amountCents: number };

/** Moves money from one client's main balance to another's. Throws 422 if the balance is too low. */
export async function moveBetweenClients(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  { id, fromId, toId, amountCents }: Transfer,
): Promise<void> {
  try {
    await post(tx, {
      kind: "transfer",
      reference: { type: "transfer", id },
      at: deps.clock.now(),
      entries: [
        { account: await accountOf(tx, fromId, "main"), amountCents: -amountCents },
        { account: await accountOf(tx, toId, "main"), amountCents },
      ],
    });
  } catch (error) {
    throw error instanceof InsufficientFunds ? insufficientFunds() : error;
  }
}

/**
 * Returns whether a transfer goes to somebody whom the client has not paid before, or exceeds the usual sum within a
 * day.
 */
async function isUnusual(
  { db, client, clock }: Pick<Deps, "db" | "clock"> & { client: { id: string } },
  recipientId: string,
  amountCents: number,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - dayMilliseconds).toISOString();
  const { rows } = await db.execute<{ is_known: boolean; sum: number }>(sql`
    with sent as (
      select t.id, t.at, e.amount_cents from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts a on a.id = e.account_id
      where a.user_id = ${client.id} and a.kind = 'main' and t.kind = 'transfer' and e.amount_cents < 0)
    select
      exists (select from sent s join ledger_entries e on e.transaction_id = s.id
        join ledger_accounts a on a.id = e.account_id where a.user_id = ${recipientId}) as is_known,
      coalesce((select -sum(amount_cents) from sent where at > ${since}::timestamptz), 0)::int as sum`);
  const [row] = rows;
  return !row?.is_known || row.sum + amountCents > usualTransferCents;
}

export const transfer = handle(contract.transfer, async ({ email, amountCents }, context) => {
  const { client, ids, language } = context;
  checkSum(amountCents, language);
  const work = async (tx: Tx) => {
    const recipient = await findRecipient(tx, client.id, email);
    const id = ids.id();
    await moveBetweenClients(context, tx, { id, fromId: client.id, toId: recipient.id, amountCents });
    const [sender] = await tx.select({ email: users.email }).from(users).where(eq(users.id, client.id));
    if (!sender) throw new ApiError(401, "sessionOver");
    await sendMail(context, tx, {
      to: recipient.email,
      language: recipient.language,
      template: "transferReceived",
      values: { name: recipient.name, from: sender.email, amountCents },
    });
    return { transferId: id, balanceCents: (await balancesOf(tx, client.id)).main };
  };
  const recipient = await tryRecipient(context, email);
  if (await isUnusual(context, recipient.id, amountCents)) await requireRecentAuth(context, {}, "ifTwoStep");
  return withIdempotencyKey(context, "balance.transfer", { email, amountCents }, work);
});

import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import { sendMail } from "#api/email/send";
import { onceFor } from "#api/http/once";
import { verb } from "#api/http/verb";
import { accountOf, balancesOf, InsufficientFunds, post } from "#api/ledger/ledger";
import { maskName } from "#api/lib/mask-name";
import { Refusal } from "#api/lib/refusal";
import * as contract from "#contract/balance/index";
import { transferLimitCents } from "./limits";
import { checkSum, findRecipient, insufficientFunds, tryRecipient } from "./recipient";

export const transferLimits = verb(contract.transferLimits, async (_input, { db, client }) => ({
  minCents: transferLimitCents.min,
  maxCents: transferLimitCents.max,
  balanceCents: (await balancesOf(db, client.id)).main,
}));

export const checkTransfer = verb(contract.checkTransfer, async ({ email, amountCents }, context) => {
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

type Movement = { id: string; fromId: string; toId: string; amountCents: number };

/** Moves money from one client's main balance to another's. 422 where it does not suffice. */
export async function moveBetweenClients(
  parts: Pick<Parts, "clock">,
  tx: Tx,
  { id, fromId, toId, amountCents }: Movement,
): Promise<void> {
  try {
    await post(tx, {
      kind: "transfer",
      reference: { type: "transfer", id },
      at: parts.clock.now(),
      entries: [
        { account: await accountOf(tx, fromId, "main"), amountCents: -amountCents },
        { account: await accountOf(tx, toId, "main"), amountCents },
      ],
    });
  } catch (error) {
    throw error instanceof InsufficientFunds ? insufficientFunds() : error;
  }
}

export const transfer = verb(contract.transfer, async ({ email, amountCents }, context) => {
  const { client, ids, language } = context;
  checkSum(amountCents, language);
  const work = async (tx: Tx) => {
    const recipient = await findRecipient(tx, client.id, email);
    const id = ids.id();
    await moveBetweenClients(context, tx, { id, fromId: client.id, toId: recipient.id, amountCents });
    const [sender] = await tx.select({ email: users.email }).from(users).where(eq(users.id, client.id));
    if (!sender) throw new Refusal(401, "sessionOver");
    await sendMail(context, tx, {
      to: recipient.email,
      language: recipient.language,
      template: "transferReceived",
      values: { name: recipient.name, from: sender.email, amountCents },
    });
    return { transferId: id, balanceCents: (await balancesOf(tx, client.id)).main };
  };
  await tryRecipient(context, email);
  return onceFor(context, "balance.transfer", { email, amountCents }, work);
});

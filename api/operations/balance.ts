import { and, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { lockUser } from "#api/auth/user-of";
import { isSamePerson } from "#api/db/person-name";
import { balanceProposals } from "#api/db/schema/operator";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { sendMail } from "#api/email/send";
import { accountOf, balancesOf, companyAccount, InsufficientFunds, post } from "#api/ledger/ledger";
import type { Answer } from "#api/lib/answer";
import { answer, OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { formatMoney } from "#api/lib/format";
import { money } from "#api/lib/money";
import { twoPersonLimitCents } from "#api/lib/settings";
import { isOpenProposal } from "#api/modules/staff/waiting-rows";
import { correctedCents, correctionFacts } from "./corrections";
import { amount, reason } from "./fields";
import { clientBy } from "./find-client";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup, Context } from "./operation";

const correction = z.object({
  email: z.string(),
  amount,
  reason,
});
type Correction = z.output<typeof correction>;
type Booking = { client: typeof users.$inferSelect; amountCents: number; reason: string };

/** Books a correction and e-mails the client. Returns what was done. */
async function book(
  { deps, tx, operator }: Context,
  { client, amountCents, reason: why }: Booking,
): Promise<Answer> {
  const isCredit = amountCents > 0;
  const about = { sumCents: Math.abs(amountCents) };
  try {
    const id = await post(tx, {
      kind: "adjustment",
      reference: { type: "operator", id: operator },
      at: deps.clock.now(),
      entries: [
        { account: await companyAccount(tx, "adjustments"), amountCents: -amountCents },
        { account: await accountOf(tx, client.id, "main"), amountCents },
      ],
      details: { reason: why },
    });
    const { name, email: to, language } = client;
    const values = { name, isCredit, amountCents: Math.abs(amountCents), reason: why };
    await sendMail(deps, tx, { to, language, template: "balanceCorrected", values });
    return answer(isCredit ? "balanceCredited" : "balanceDebited", { ...about, to, id });
  } catch (error) {
    if (error instanceof InsufficientFunds) throw new OperatorError("clientHasLess", about);
    throw error;
  }
}

/** Locks a client's row until the transaction ends, so that the account can't be deleted meanwhile. */
async function lockClient(tx: Tx, userId: string) {
  const client = await lockUser(tx, userId);
  if (client.deletedAt) throw new OperatorError("accountDeleted");
  return client;
}

/**
 * Adjusts a balance by hand; the reason is stored in the audit row and in the ledger. Above the limit it is only
 * proposed.
 */
async function correct(context: Context, { email, amount: cents, reason: why }: Correction, sign: 1 | -1) {
  const { deps, tx, operator, details, shown = {} } = context;
  // corrections of one balance wait for each other, so that they can't pass below the limit together
  const client = await lockClient(tx, (await clientBy(tx, email)).id);
  const limit = twoPersonLimitCents(deps.settings);
  const recentCents = await correctedCents(deps, tx, client.id);
  const needsSecond = recentCents + cents > limit;
  Object.assign(shown, { corrected: money(recentCents), onePersonLimit: money(limit), needsSecond });
  const booking = { client, amountCents: sign * cents, reason: why };
  if (!needsSecond) return book(context, booking);
  if (sign < 0 && (await balancesOf(tx, client.id)).main < cents)
    throw new OperatorError("clientHasLess", { sumCents: cents });
  const id = deps.ids.id();
  await tx.insert(balanceProposals).values({
    id,
    userId: client.id,
    amountCents: booking.amountCents,
    reason: why,
    proposedBy: operator,
    proposedAt: deps.clock.now(),
  });
  details.proposal = id;
  return answer("balanceProposed", { id, limitCents: limit });
}

/** Returns a proposal that nobody has decided, locked until the transaction ends. */
async function lockProposal({ tx }: Context, id: string) {
  const [proposal] = await tx
    .select()
    .from(balanceProposals)
    .where(eq(balanceProposals.id, id))
    .for("update");
  if (!proposal) throw new ApiError(404, "notFound");
  if (proposal.status !== "proposed") throw new ApiError(409, "proposalDecided");
  return proposal;
}

async function decide(context: Context, id: string, status: "confirmed" | "rejected") {
  const { deps, tx, operator } = context;
  const decided = { status, decidedBy: operator, decidedAt: deps.clock.now() };
  await tx.update(balanceProposals).set(decided).where(eq(balanceProposals.id, id));
}

/** Books a correction that another person proposed. */
async function confirmProposal(context: Context, id: string): Promise<Answer> {
  const { userId, amountCents, reason: why, proposedBy } = await lockProposal(context, id);
  if (isSamePerson(proposedBy, context.operator)) throw new ApiError(409, "secondPersonNeeded");
  const client = await lockClient(context.tx, userId);
  await decide(context, id, "confirmed");
  Object.assign(context.details, { isCredit: amountCents > 0, reason: why, proposedBy });
  return book(context, { client, amountCents, reason: why });
}

const proposalId = z.object({ id: z.string() });

export const balanceCommands: CommandGroup = (program, operation) => {
  const area = program.command("balance").description("adjust clients' balances");
  operation(
    area
      .command("credit <email>")
      .description("add money to a client's balance and e-mail them the reason; a large sum is proposed")
      .requiredOption("--amount <dollars>", "how much")
      .requiredOption("--reason <text>", "why, in the client's language"),
    correction,
    (correction, context) => correct(context, correction, 1),
    {
      confirm: ({ email, amount: cents }) => `Give ${formatMoney(cents, "en")} to ${email}?`,
      facts: correctionFacts,
    },
  );
  operation(
    area
      .command("debit <email>")
      .description("take money from a client's balance, up to what it has; a large sum is proposed")
      .requiredOption("--amount <dollars>", "how much")
      .requiredOption("--reason <text>", "why, in the client's language"),
    correction,
    (correction, context) => correct(context, correction, -1),
    {
      confirm: ({ email, amount: cents }) => `Take ${formatMoney(cents, "en")} from ${email}?`,
      facts: correctionFacts,
    },
  );
  operation(
    withPages(
      area.command("proposals").description("list corrections that wait for a second person, oldest first"),
    ),
    z.object(pageInput),
    (page, { tx, operator }) =>
      listPage(page, {
        columns: [balanceProposals.proposedAt, balanceProposals.id],
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ proposal: balanceProposals, client: users.email, place })
            .from(balanceProposals)
            .innerJoin(users, eq(users.id, balanceProposals.userId))
            .where(and(isOpenProposal, condition))
            .orderBy(...order)
            .limit(limit),
        row: ({ proposal: { id, proposedAt, amountCents, reason: why, proposedBy }, client }) => ({
          id,
          client,
          amount: money(amountCents),
          reason: why,
          by: proposedBy,
          own: isSamePerson(proposedBy, operator),
          since: proposedAt,
        }),
      }),
    { isRead: true },
  );
  operation(
    area.command("confirm <id>").description("book a correction that another person proposed"),
    proposalId,
    ({ id }, context) => confirmProposal(context, id),
    () => "Book this correction?",
  );
  operation(
    area.command("reject <id>").description("reject a proposed correction; nothing moves"),
    proposalId,
    async ({ id }, context) => {
      await lockProposal(context, id);
      await decide(context, id, "rejected");
      return answer("proposalRejected");
    },
    { isForDeletedToo: true },
  );
};

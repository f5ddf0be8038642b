import { and, desc, eq, inArray } from "drizzle-orm";
import { isClientSession } from "#api/auth/sessions";
import { hasTwoStep } from "#api/auth/totp";
import type { Database } from "#api/db/connect";
import { ledgerAccounts } from "#api/db/schema/balance";
import { sentEmails } from "#api/db/schema/email";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { clientNotes, operatorActions } from "#api/db/schema/operator";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { depositRefunds, deposits } from "#api/db/schema/payments";
import { securityEvents } from "#api/db/schema/security";
import { tickets } from "#api/db/schema/support";
import { sessions, users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import { wordsIn } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { describeJournalEntry } from "#api/modules/balance/balance-text";
import { ledgerRowsOf } from "#api/modules/balance/ledger-rows";
import { findClients } from "#api/modules/staff/find-clients";
import { ledgerLinesOf } from "#api/operations/client-history";
import { withdrawalHistory } from "#api/operations/payment-history";
import { resultOf } from "#api/operations/result-of";
import * as contract from "#contract/admin/index";
import type { Language } from "#contract/languages";
import { networkRow } from "./operations";
import { methodName, withNames } from "./row-names";
import { serversOf } from "./servers";

const newest = 50;
const last = 20;

type User = typeof users.$inferSelect;

const rowOf = ({ id, email, name, createdAt, blockedAt, deletedAt }: User) => ({
  id,
  email,
  name,
  createdAt: createdAt.toISOString(),
  isBlocked: blockedAt !== null,
  isDeleted: deletedAt !== null,
});

export const listClients = handle(contract.clients, async ({ q }, { db }) => {
  const found = q
    ? await transaction(db, (tx) => findClients(tx, q))
    : await db.select().from(users).orderBy(desc(users.createdAt)).limit(newest);
  return { clients: found.map(rowOf) };
});

export const readClient = handle(contract.client, async ({ clientId }, context) => {
  const { db, language } = context;
  const [user] = await db.select().from(users).where(eq(users.id, clientId));
  if (!user) throw new ApiError(404, "notFound");
  const [referrer] = user.referrerId
    ? await db.select({ id: users.id, email: users.email }).from(users).where(eq(users.id, user.referrerId))
    : [];
  return {
    ...rowOf(user),
    language: user.language,
    emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
    blockReason: user.blockReason,
    hasTwoStep: await hasTwoStep(db, clientId),
    referrer: referrer ?? null,
    ...(await moneyOf(db, clientId, language)),
    deposits: await depositsOf(context, clientId),
    withdrawals: await withdrawalsOf(context, clientId),
    servers: await serversOf(db, clientId),
    ...(await restOf(db, user, language)),
  };
});

/** Returns the balances and the latest ledger lines. */
async function moneyOf(db: Database, userId: string, language: Language) {
  const { main, partner } = await balancesOf(db, userId);
  const accounts = await db
    .select({ kind: ledgerAccounts.kind, cents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.userId, userId));
  const hasPartner = accounts.some(({ kind }) => kind === "partner");
  const partnerLines = hasPartner
    ? await ledgerLinesOf(db, userId, "partner", { limit: last })
    : { rows: [] };
  const lines = await ledgerRowsOf(db, userId, {}, { limit: last, offset: 0, fromEnd: false });
  return {
    balanceCents: main,
    partnerBalanceCents: partner,
    debtCents: -(accounts.find(({ kind }) => kind === "debt")?.cents ?? 0),
    lines: lines.map((line) => ({
      id: String(line.id),
      at: line.at.toISOString(),
      about: describeJournalEntry(line, language),
      amountCents: line.amountCents,
      balanceCents: line.balanceCents,
    })),
    partnerLines: partnerLines.rows.map(({ entry, at, about, amount, balance }) => ({
      id: String(entry),
      at: at.toISOString(),
      about: about.in(language),
      amountCents: amount.cents,
      balanceCents: balance.cents,
    })),
  };
}

type Names = { db: Database; language: Language; payments: Deps["payments"]; clock: Deps["clock"] };

/** Returns the latest deposits, with the names of their methods. */
async function depositsOf({ db, ...names }: Names, userId: string) {
  const orders = await db
    .select()
    .from(deposits)
    .where(eq(deposits.userId, userId))
    .orderBy(desc(deposits.createdAt))
    .limit(last);
  const refunds = orders.length
    ? await db
        .select()
        .from(depositRefunds)
        .where(
          inArray(
            depositRefunds.depositId,
            orders.map(({ id }) => id),
          ),
        )
    : [];
  const refunded = (id: string) =>
    refunds
      .filter(({ depositId, status }) => depositId === id && status !== "declined")
      .reduce((sum, { sumCents }) => sum + sumCents, 0);
  return orders.map(({ id, createdAt, method, sumCents, status }) => ({
    id,
    at: createdAt.toISOString(),
    method: methodName(names, method),
    sumCents,
    refundedCents: refunded(id),
    status,
  }));
}

async function withdrawalsOf(names: Names, userId: string) {
  const isOwn = eq(partnerWithdrawals.userId, userId);
  const { rows } = await withdrawalHistory(names.db, { limit: last }, isOwn);
  // in a narrow column; the whole list has the rest
  return withNames(
    names,
    rows.map(({ id, at, status, amount, method, reference, by }) =>
      networkRow({ id, at, status, amount, method, reference, by }),
    ),
  );
}

/** Returns tickets, trading accounts, sessions, e-mails, activity, and the notes and actions of staff. */
async function restOf(db: Database, { id: userId }: User, language: Language) {
  const threads = await db
    .select()
    .from(tickets)
    .where(eq(tickets.userId, userId))
    .orderBy(desc(tickets.lastMessageAt))
    .limit(last);
  const accounts = await db
    .select()
    .from(monitoringAccounts)
    .where(eq(monitoringAccounts.userId, userId))
    .limit(last);
  const open = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isClientSession))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(last);
  const activity = await db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.at))
    .limit(last);
  const emails = await db
    .select()
    .from(sentEmails)
    .where(eq(sentEmails.userId, userId))
    .orderBy(desc(sentEmails.sentAt))
    .limit(last);
  const notes = await db
    .select()
    .from(clientNotes)
    .where(eq(clientNotes.userId, userId))
    .orderBy(desc(clientNotes.at), desc(clientNotes.id))
    .limit(contract.shownNotes + 1);
  const actions = await db
    .select()
    .from(operatorActions)
    .where(eq(operatorActions.userId, userId))
    .orderBy(desc(operatorActions.at))
    .limit(last);
  return {
    tickets: threads.map(({ id, title, status, lastMessageAt }) => ({
      id,
      title,
      status,
      at: lastMessageAt.toISOString(),
    })),
    accounts: accounts.map(({ monitoringId: id, number, name }) => ({ id, number, name })),
    sessions: open.map(({ id, lastSeenAt, address, userAgent }) => ({
      id,
      seenAt: lastSeenAt.toISOString(),
      address,
      userAgent,
    })),
    emails: emails.map(({ id, sentAt, address, subject, values }) => ({
      id,
      at: sentAt.toISOString(),
      address,
      subject,
      canResend: values !== null,
    })),
    activity: activity.map(({ at, kind, address }) => ({ at: at.toISOString(), kind, address })),
    notes: notes.map(({ at, operator, text }) => ({ at: at.toISOString(), by: operator, text })),
    actions: actions.map(({ at, operator, command, answer, input }) => ({
      at: at.toISOString(),
      by: operator,
      operation: command,
      answer: wordsIn(resultOf(input, answer), language) ?? "",
    })),
  };
}

import { and, eq, gte, lt, sql } from "drizzle-orm";
import { payoutMethodName } from "#api/areas/partner/withdrawals";
import type { PageCut } from "#api/calls/page-cut";
import { inOrder, ordersOf } from "#api/calls/page-cut";
import type { Database } from "#api/db/connect";
import { partnerWithdrawals } from "#api/db/schema/partner";
import { deposits } from "#api/db/schema/payments";
import { systemOf } from "#api/outside/payments/system";
import type { Parts } from "#api/parts";
import type { Movement } from "#contract/balance/index";
import type { HistoryKind, MovementStatus } from "#contract/balance/movements";
import type { Language } from "#contract/languages";
import type { WithdrawalStatus } from "#contract/partner/withdrawal-status";
import type { Posting, Span } from "./postings";
import { countPostings, postingsOf, serverPaymentKinds, transferKinds } from "./postings";
import { describePosting } from "./words";

type Source = Pick<Parts, "db" | "payments">;
type Which = { userId: string; span?: Span; id?: string };
type History = {
  list: (source: Source, which: Which, language: Language, cut: PageCut) => Promise<Movement[]>;
  count: (db: Database, which: Which) => Promise<number>;
};

const countIn = async (query: PromiseLike<{ count: number }[]>) => (await query)[0]?.count ?? 0;
const count = sql<number>`count(*)`;

// --- deposits: orders, and those of them that are in the ledger -------------------------------------------------------

const ofDeposits = ({ userId, span, id }: Which) =>
  and(
    eq(deposits.userId, userId),
    span && gte(deposits.createdAt, span.from),
    span && lt(deposits.createdAt, span.to),
    id === undefined ? undefined : eq(deposits.id, id),
  );

const depositHistory: History = {
  count: (db, which) => countIn(db.select({ count }).from(deposits).where(ofDeposits(which))),
  list: async ({ db, payments }, which, language, cut) => {
    const { walked } = ordersOf("desc", cut);
    const rows = await db
      .select()
      .from(deposits)
      .where(ofDeposits(which))
      .orderBy(walked(deposits.createdAt), walked(deposits.id))
      .limit(cut.limit)
      .offset(cut.offset);
    return inOrder(rows, cut).map((row) => ({
      id: row.id,
      at: row.createdAt.toISOString(),
      amountCents: row.sumCents,
      about: [systemOf(payments, row.method)?.method.name[language] ?? row.method, row.payer]
        .filter(Boolean)
        .join(", "),
      status: row.status,
      hasReceipt: row.status === "received",
    }));
  },
};

// --- transfers and payments: entries of the ledger ---------------------------------------------------------------------

const postingId = (id: string | undefined) =>
  id === undefined ? undefined : /^\d{1,15}$/.test(id) ? Number(id) : -1;

function ledgerHistory(kinds: typeof transferKinds, statusOf: (posting: Posting) => MovementStatus): History {
  const filter = ({ span, id }: Which) => ({ kinds, span, id: postingId(id) });
  return {
    count: (db, which) => countPostings(db, which.userId, filter(which)),
    list: async ({ db }, which, language, cut) => {
      const rows = await postingsOf(db, which.userId, filter(which), cut);
      return rows.map((row) => ({
        id: String(row.id),
        at: row.at.toISOString(),
        amountCents: row.amountCents,
        about: describePosting(row, language),
        status: statusOf(row),
        hasReceipt: true,
      }));
    },
  };
}

// --- withdrawals: requests of the partner program ----------------------------------------------------------------------

const withdrawalWords: Record<WithdrawalStatus, MovementStatus> = {
  confirming: "processing",
  underReview: "underReview",
  paidOut: "paidOut",
  rejected: "rejected",
  cancelled: "cancelled",
};

const ofWithdrawals = ({ userId, span, id }: Which) =>
  and(
    eq(partnerWithdrawals.userId, userId),
    span && gte(partnerWithdrawals.createdAt, span.from),
    span && lt(partnerWithdrawals.createdAt, span.to),
    id === undefined ? undefined : eq(partnerWithdrawals.id, id),
  );

const withdrawalHistory: History = {
  count: (db, which) => countIn(db.select({ count }).from(partnerWithdrawals).where(ofWithdrawals(which))),
  list: async ({ db }, which, language, cut) => {
    const { walked } = ordersOf("desc", cut);
    const rows = await db
      .select()
      .from(partnerWithdrawals)
      .where(ofWithdrawals(which))
      .orderBy(walked(partnerWithdrawals.createdAt), walked(partnerWithdrawals.id))
      .limit(cut.limit)
      .offset(cut.offset);
    return inOrder(rows, cut).map((row) => ({
      id: row.id,
      at: row.createdAt.toISOString(),
      amountCents: -row.amountCents,
      about: `${payoutMethodName(row.method, language)}, ${row.wallet}`,
      status: withdrawalWords[row.status],
      hasReceipt: row.status === "paidOut",
    }));
  },
};

/** The four histories, each newest first. */
export const histories: Record<HistoryKind, History> = {
  deposits: depositHistory,
  transfers: ledgerHistory(transferKinds, ({ amountCents }) => (amountCents > 0 ? "received" : "sent")),
  "server-payments": ledgerHistory(serverPaymentKinds, ({ amountCents }) =>
    amountCents > 0 ? "received" : "paid",
  ),
  withdrawals: withdrawalHistory,
};

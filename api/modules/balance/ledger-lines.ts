import { and, eq, gte, lt, ne } from "drizzle-orm";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits } from "#api/db/schema/payments";
import type { Deps } from "#api/deps";
import type { PageCut } from "#api/http/pagination";
import { inOrder, ordersOf } from "#api/http/pagination";
import { systemOf } from "#api/integrations/payments/system";
import { payoutMethodName } from "#api/modules/partners/withdrawals";
import type { LedgerLine } from "#contract/balance/index";
import type { HistoryKind, LedgerLineStatus } from "#contract/balance/ledger-lines";
import type { Language } from "#contract/languages";
import type { WithdrawalStatus } from "#contract/partners/withdrawal-status";
import { describeJournalEntry, withdrawalReference } from "./balance-text";
import type { LedgerHistory, LedgerRow, Span } from "./ledger-rows";
import { ledgerRowsOf } from "./ledger-rows";

type Source = Pick<Deps, "db" | "payments">;
type Which = { userId: string; span?: Span | undefined; id?: string };
type History = {
  list: (source: Source, which: Which, language: Language, cut: PageCut) => Promise<LedgerLine[]>;
};

// --- deposits: orders, and those of them that are in the ledger -------------------------------------------------------

const ofDeposits = ({ userId, span, id }: Which) =>
  and(
    eq(deposits.userId, userId),
    span && gte(deposits.createdAt, span.from),
    span && lt(deposits.createdAt, span.to),
    id === undefined ? undefined : eq(deposits.id, id),
  );

const depositHistory: History = {
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

const transactionIdOf = (id: string | undefined) =>
  id === undefined ? undefined : /^\d{1,15}$/.test(id) ? Number(id) : -1;

/** Returns the status of a ledger line; all of them are completed. */
export const statusOf = ({ amountCents, history }: LedgerRow): LedgerLineStatus =>
  amountCents > 0 ? "received" : history === "transfers" ? "sent" : "paid";

function ledgerHistory(history: LedgerHistory): History {
  return {
    list: async ({ db }, { userId, span, id }, language, cut) => {
      const rows = await ledgerRowsOf(db, userId, { history, span, id: transactionIdOf(id) }, cut);
      return rows.map((row) => ({
        id: String(row.id),
        at: row.at.toISOString(),
        amountCents: row.amountCents,
        about: describeJournalEntry(row, language),
        status: statusOf(row),
        hasReceipt: true,
      }));
    },
  };
}

// --- withdrawals: requests of the partner program ----------------------------------------------------------------------

/** A withdrawal whose new wallet is not confirmed yet is not listed (screens, "Histories"). */
const withdrawalStatuses: Record<Exclude<WithdrawalStatus, "confirming">, LedgerLineStatus> = {
  underReview: "underReview",
  processing: "processing",
  paidOut: "paidOut",
  rejected: "rejected",
  cancelled: "deleted",
};

const ofWithdrawals = ({ userId, span, id }: Which) =>
  and(
    eq(partnerWithdrawals.userId, userId),
    ne(partnerWithdrawals.status, "confirming"),
    span && gte(partnerWithdrawals.createdAt, span.from),
    span && lt(partnerWithdrawals.createdAt, span.to),
    id === undefined ? undefined : eq(partnerWithdrawals.id, id),
  );

const withdrawalHistory: History = {
  list: async ({ db }, which, language, cut) => {
    const { walked } = ordersOf("desc", cut);
    const rows = await db
      .select()
      .from(partnerWithdrawals)
      .where(ofWithdrawals(which))
      .orderBy(walked(partnerWithdrawals.createdAt), walked(partnerWithdrawals.id))
      .limit(cut.limit)
      .offset(cut.offset);
    return inOrder(rows, cut).flatMap((row) =>
      row.status === "confirming"
        ? []
        : {
            id: row.id,
            at: row.createdAt.toISOString(),
            amountCents: -row.amountCents,
            about: [
              payoutMethodName(row.method, language),
              row.wallet,
              row.reference && withdrawalReference(language, row.reference),
            ]
              .filter(Boolean)
              .join(", "),
            status: withdrawalStatuses[row.status],
            hasReceipt: row.status === "paidOut",
          },
    );
  },
};

/** The four histories, each newest first. */
export const histories: Record<HistoryKind, History> = {
  deposits: depositHistory,
  transfers: ledgerHistory("transfers"),
  "server-payments": ledgerHistory("server-payments"),
  withdrawals: withdrawalHistory,
};

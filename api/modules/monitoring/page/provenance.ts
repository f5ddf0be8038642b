import { and, asc, desc, eq, gt, lte } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { monitoringDeals as deals, monitoringTrades as trades } from "#api/db/schema/monitoring-history";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import { differencesOf } from "#api/modules/monitoring/history/checkpoints";
import type { Period } from "#api/modules/monitoring/history/period";
import { tradeNumbers } from "#api/modules/monitoring/history/period";
import type { TradeSources } from "#api/modules/monitoring/statistics/trade-sources";
import type { Language } from "#contract/languages";
import { placesOf } from "#contract/monitoring/currency";
import type { FigureReasons, FigureValues } from "#contract/monitoring/figures";
import type { Provenance } from "#contract/monitoring/index";
import { formatDecimal } from "#statements/decimal";
import { provenanceText } from "./provenance-text";

/** Further data of a period: its trades by provenance, and its opening. */
type PeriodFigures = { origins: TradeSources; values: Pick<FigureValues, "opening">; reasons: FigureReasons };
/** The viewer; if `money` is false, amounts are hidden from them. */
type Viewer = { language: Language; money: boolean };

/** Returns the provenance of a period's trades in the form of the response. */
export async function originOf(
  db: Database,
  account: Account,
  period: Period,
  { origins, values, reasons }: PeriodFigures,
  { language, money }: Viewer,
): Promise<Provenance> {
  const { key, server, file, seenOpen, changed } = origins;
  const { firstHeardAt, unreconciledSince, currency, balance } = account;
  const terminal = key + server;
  const [differences, isFileBefore, serverSince] = await Promise.all([
    differencesOf(db, account.id),
    file > 0 && terminal > 0 && areFilesFirst(db, account.id, period, file),
    server > 0 ? firstFromServer(db, account.id) : null,
  ]);
  const origin: Omit<Provenance, "text"> = {
    terminal,
    server,
    file,
    file_before: isFileBefore,
    seen_open: seenOpen,
    changed,
    terminal_since: firstHeardAt?.toISOString() ?? null,
    server_since: serverSince?.toISOString() ?? null,
    stated: differences !== null || (firstHeardAt !== null && balance !== null),
    adds_up: differences && differences.length === 0 && unreconciledSince === null,
    ...(money && {
      differences: (differences ?? []).map(({ from, to, amount }) => ({
        from: from?.toISOString() ?? null,
        to: to.toISOString(),
        money: formatDecimal(amount, placesOf(currency)),
      })),
    }),
  };
  const opening = money ? (values.opening ?? null) : null;
  const of = {
    isWhole: period.from === null && period.to === null,
    hasBegun: reasons.opening !== "notBegun",
  };
  return { ...origin, text: provenanceText(language, account, origin, opening, of) };
}

/** Returns when the closing deal of an account's first trade from a rented server arrived. */
async function firstFromServer(db: Database, accountId: string): Promise<Date | null> {
  const [first] = await db
    .select({ at: deals.arrivedAt })
    .from(trades)
    .innerJoin(deals, and(eq(deals.accountId, trades.accountId), eq(deals.ticket, trades.ticket)))
    .where(and(eq(trades.accountId, accountId), eq(trades.via, "server")))
    .orderBy(asc(trades.seq))
    .limit(1);
  return first?.at ?? null;
}

/**
 * Returns whether the period's trades from files are its first ones, so that the number of the last of them equals
 * their count.
 */
async function areFilesFirst(db: Database, accountId: string, period: Period, files: number) {
  const { before, last } = await tradeNumbers(db, accountId, period);
  const [newest] = await db
    .select({ seq: trades.seq })
    .from(trades)
    .where(
      and(
        eq(trades.accountId, accountId),
        eq(trades.source, "import"),
        gt(trades.seq, before),
        lte(trades.seq, last),
      ),
    )
    .orderBy(desc(trades.seq))
    .limit(1);
  return newest?.seq === before + files;
}

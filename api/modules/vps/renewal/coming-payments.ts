import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { priceChanges } from "#api/db/schema/price-changes";
import { ratePrices, rates, servers, upgrades } from "#api/db/schema/vps";
import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import { addMonths } from "#api/lib/calendar";
import { nextMonthCents, paidPeriods } from "#api/modules/monitoring/subscription/periods";
import { announcedPrice, isAnnouncedFor, renewalMonthsIn } from "#api/modules/vps/rate/rates";
import { isOpenUpgrade } from "#api/modules/vps/upgrade/open-upgrade";
import { automaticPaymentFrom } from "#contract/automatic-payment";
import { comingMonths, monitoringAutopayMonths } from "#contract/rules";
import * as contract from "#contract/vps/index";
import { statusesOf } from "#contract/vps/status";
import type { Due } from "./forecast";
import { bySoonest, forecast } from "./forecast";

type Coming = Due & Pick<contract.ComingPayment, "server">;

/** For a client with more servers, the forecast covers only these, the soonest first. */
const serversMax = 100;
const paymentsShown = 5;

export const comingPayments = handle(contract.comingPayments, async (_input, { db, client, clock }) => {
  const now = clock.now();
  const [balances, rented, monitoring] = await Promise.all([
    balancesOf(db, client.id),
    serversOf(db).execute({ userId: client.id }),
    subscriptionOf(db, client.id, now),
  ]);
  const lastKnown = rented.length === serversMax ? rented.at(-1)?.at : undefined;
  const until = lastKnown ?? addMonths(now, comingMonths);
  const dues = [...rented, ...monitoring];
  const { payments, shortage } = forecast(balances.main, dues, until);
  return {
    balanceCents: balances.main,
    owedCents: balances.owed,
    payments: payments
      .map((due) => tried(due, now))
      .sort(bySoonest)
      .slice(0, paymentsShown)
      .map(shown),
    shortage: shortage && shown(tried(shortage, now)),
    until: until.toISOString(),
    hasAutomatic: dues.some(({ isAutomatic }) => isAutomatic),
  };
});

/**
 * Sets the time of the first payment attempt: an automatic renewal is tried a day before the end, but not in the
 * past.
 */
function tried<D extends Coming>(due: D, now: Date): D {
  if (!due.isAutomatic) return due;
  const at = automaticPaymentFrom(due.at);
  return { ...due, at: at < now ? now : at };
}

/** Returns a payment in the form of the contract, without the forecast's internal fields. */
function shown<D extends Coming>({ at, paidDay: _, next: __, ...rest }: D) {
  return { at: at.toISOString(), ...rest };
}

/** Selects the next period of each active server at its renewal price (`rateForRenewal`), the soonest first. */
const serversOf = preparedQuery((db: Database) =>
  db
    .select({
      server: { id: servers.id, tariff: rates.name, comment: servers.comment },
      at: servers.paidUntil,
      months: ratePrices.months,
      amountCents: ratePrices.priceCents,
      next: announcedPrice,
      isAutomatic: servers.autoRenewal,
      paidDay: servers.paidDay,
    })
    .from(servers)
    .leftJoin(upgrades, and(eq(upgrades.serverId, servers.id), isOpenUpgrade))
    .innerJoin(rates, eq(rates.id, sql`coalesce(${upgrades.toRateId}, ${servers.rateId})`))
    .innerJoin(
      ratePrices,
      and(
        eq(ratePrices.rateId, rates.id),
        eq(ratePrices.months, renewalMonthsIn(rates.id, servers.renewalMonths)),
      ),
    )
    .leftJoin(priceChanges, isAnnouncedFor(ratePrices))
    .where(
      and(
        eq(servers.userId, sql.placeholder("userId")),
        inArray(servers.status, [...statusesOf.active]),
        eq(servers.isHeld, false),
      ),
    )
    .orderBy(asc(servers.paidUntil), asc(servers.id))
    .limit(serversMax),
);

/** Returns the next month of the monitoring subscription, if there is one. */
async function subscriptionOf(db: Database, userId: string, now: Date): Promise<Coming[]> {
  const last = (await paidPeriods(db, userId, now)).at(-1);
  if (!last) return [];
  const months = monitoringAutopayMonths;
  return [
    {
      server: null,
      at: last.endsAt,
      months,
      amountCents: await nextMonthCents(db, last, now),
      isAutomatic: last.isAutomatic,
      paidDay: last.activatedAt.getUTCDate(),
    },
  ];
}

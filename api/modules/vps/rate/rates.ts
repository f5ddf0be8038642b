import type { SQL, SQLWrapper } from "drizzle-orm";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { priceChanges } from "#api/db/schema/price-changes";
import { ratePrices, rates } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { ApiError } from "#api/lib/api-error";
import { currentSetting } from "#api/modules/settings/read-settings";
import type { NextPrice, Period, Rate } from "#contract/vps/index";
import { priceOn } from "#contract/vps/price-on";

/** A tariff with its prices, and whether new servers can be rented with it. */
export type PricedRate = Rate & { isOffered: boolean; isForTests: boolean };

type PeriodPrice = { months: number; priceCents: number; next?: NextPrice | null };

/** Returns the prices of periods with their saving compared with single months. */
export function periodsOf(prices: readonly PeriodPrice[]): Period[] {
  const monthly = prices.find(({ months }) => months === 1)?.priceCents ?? 0;
  return [...prices]
    .sort((one, other) => one.months - other.months)
    .map(({ months, priceCents, next }) => {
      const savingCents = Math.max(0, monthly * months - priceCents);
      const savingPercent = savingCents > 0 ? Math.round((savingCents / (monthly * months)) * 100) : 0;
      return { months, priceCents, savingCents, savingPercent, ...(next && { next }) };
    });
}

type Row = PeriodPrice & { rate: typeof rates.$inferSelect };

/** Condition: the price was announced, and neither applies yet nor was cancelled. */
export const isAnnounced = and(isNull(priceChanges.appliedAt), isNull(priceChanges.cancelledAt));

/** Columns of an announced price, and the condition of its join with prices. */
export const announcedPrice = { priceCents: priceChanges.priceCents, fromDay: priceChanges.fromDay };
export const isAnnouncedFor = (prices: typeof ratePrices) =>
  and(eq(priceChanges.rateId, prices.rateId), eq(priceChanges.months, prices.months), isAnnounced);

const pricedRates = (db: Database | Tx) =>
  db
    .select({
      rate: rates,
      months: ratePrices.months,
      priceCents: ratePrices.priceCents,
      next: announcedPrice,
    })
    .from(rates)
    .innerJoin(ratePrices, eq(ratePrices.rateId, rates.id))
    .leftJoin(priceChanges, isAnnouncedFor(ratePrices));

/** The condition on prices of the periods on offer (setting `rentalMonths`). */
const isOnOffer = sql`${currentSetting("rentalMonths")} @> to_jsonb(${ratePrices.months})`;

/** Returns tariffs with all their prices, on offer or not, cheapest first, in one query. */
export const loadRates = async (db: Database | Tx, where?: SQL): Promise<PricedRate[]> =>
  byPrice(await pricedRates(db).where(where));

const offered = preparedQuery((db: Database) =>
  pricedRates(db).where(and(eq(rates.isOffered, true), isOnOffer)),
);

/** Returns the tariffs that can be rented, with the periods on offer, cheapest first. */
export const loadOffered = async (db: Database): Promise<PricedRate[]> =>
  byPrice(await offered(db).execute());

function byPrice(rows: readonly Row[]): PricedRate[] {
  const byId = new Map<string, { rate: typeof rates.$inferSelect; prices: PeriodPrice[] }>();
  for (const { rate, ...price } of rows) {
    const known = byId.get(rate.id) ?? { rate, prices: [] };
    known.prices.push(price);
    byId.set(rate.id, known);
  }
  return [...byId.values()]
    .map(({ rate, prices }) => ({ ...rate, periods: periodsOf(prices) }))
    .sort((one, other) => monthlyCents(one) - monthlyCents(other) || one.id.localeCompare(other.id));
}

/** Returns a tariff, offered or not, with the periods on offer; throws 404 if there is none. */
export async function findRate(db: Database | Tx, rateId: string): Promise<PricedRate> {
  const [rate] = await loadRates(db, and(eq(rates.id, rateId), isOnOffer));
  if (!rate) throw new ApiError(404, "notFound");
  return rate;
}

/** Returns the machine's specification of a tariff. */
export function machineOf({ processor, memoryMb, diskGb, terminals, trafficGb }: PricedRate) {
  return { processor, memoryMb, diskGb, terminals, trafficGb };
}

/**
 * Returns the price of a period.
 * @param at when it is paid, for an announced price; by default now
 * @throws {ApiError} 422 at `months` if the tariff has no such period
 */
export function priceOf(rate: PricedRate, months: number, at?: Date): number {
  const found = rate.periods.find((period) => period.months === months);
  if (!found) throw new ApiError(422, "invalidInput", { fields: { months: "choosePeriod" } });
  return at ? priceOn(found, at) : found.priceCents;
}

/**
 * Returns the months of an automatic renewal: the server's period, or one month if the tariff (after an upgrade) has
 * no price for it, or it is no longer on offer.
 */
export const renewalMonthsOf = (rate: Pick<Rate, "periods">, usual: number): number =>
  rate.periods.some(({ months }) => months === usual) ? usual : 1;

/** `renewalMonthsOf` as a subquery, by a tariff's id and a server's period. */
export const renewalMonthsIn = (rateId: SQLWrapper, usual: SQLWrapper) =>
  sql<number>`(select max(priced.months) from rate_prices priced where priced.rate_id = ${rateId} and priced.months in (${usual}, 1)
    and ${currentSetting("rentalMonths")} @> to_jsonb(priced.months))`;

/** Returns the price of a single month, used to compare tariffs and to charge upgrades. */
export const monthlyCents = (rate: Pick<Rate, "periods">) =>
  rate.periods.find(({ months }) => months === 1)?.priceCents ?? 0;

/** Returns the lowest price of a month over a tariff's periods, rounded as on its card. */
export const lowestMonthlyCents = (rate: Pick<Rate, "periods">) =>
  Math.min(...rate.periods.map(({ months, priceCents }) => Math.round(priceCents / months)));

const unlimited = Number.POSITIVE_INFINITY;

/**
 * Returns whether a server can be upgraded from one tariff to the other: nothing is smaller, and it costs more (a
 * disk does not shrink).
 */
export function isLarger(candidate: PricedRate, current: PricedRate): boolean {
  const isNothingLess =
    candidate.processor >= current.processor &&
    candidate.memoryMb >= current.memoryMb &&
    candidate.diskGb >= current.diskGb &&
    candidate.terminals >= current.terminals &&
    (candidate.trafficGb ?? unlimited) >= (current.trafficGb ?? unlimited);
  return isNothingLess && monthlyCents(candidate) > monthlyCents(current);
}

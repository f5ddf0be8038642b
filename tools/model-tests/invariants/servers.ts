import { and, asc, eq } from "drizzle-orm";
import { machineOrders } from "#api/db/schema/machine-orders";
import { promoCodes } from "#api/db/schema/promo-codes";
import { ratePrices, rates, serverPayments, servers, upgrades } from "#api/db/schema/vps";
import { dayMilliseconds } from "#contract/day";
import { groupBy } from "#statements/group-by";
import type { World } from "#tools/model-tests/world";

type Payment = typeof serverPayments.$inferSelect;
type Upgrade = typeof upgrades.$inferSelect;
type Server = typeof servers.$inferSelect;

/** Reads the price list; the invariants calculate prices independently. */
async function priceList({ api }: World) {
  const prices = await api.db.select().from(ratePrices);
  const names = new Map((await api.db.select().from(rates)).map(({ id, name }) => [name, id]));
  const priceOf = (rateId: string, months: number | null) =>
    prices.find((row) => row.rateId === rateId && row.months === months)?.priceCents ?? Number.NaN;
  return { priceOf, idOf: (name: string) => names.get(name) ?? "" };
}

const days = ({ periodFrom, periodTo }: Payment) =>
  Math.ceil((periodTo.getTime() - periodFrom.getTime()) / dayMilliseconds);

/** Yields, for each paid period that an upgrade extends over, its months and the number of its days. */
function* daysByPeriod(upgrade: Payment, payments: readonly Payment[]): Generator<[number, number]> {
  const periods = payments
    .filter(({ serverId, kind }) => serverId === upgrade.serverId && (kind === "rent" || kind === "renewal"))
    .sort((one, other) => one.periodFrom.getTime() - other.periodFrom.getTime());
  const counts = new Map<Payment | undefined, number>();
  for (let day = 0; day < days(upgrade); day++) {
    const begins = upgrade.periodFrom.getTime() + day * dayMilliseconds;
    const payer = periods.findLast(({ periodFrom }) => periodFrom.getTime() <= begins);
    counts.set(payer, (counts.get(payer) ?? 0) + 1);
  }
  for (const [payer, count] of counts) yield [payer?.months ?? 1, count];
}

/**
 * Each payment equals its list price: a discount only by a promo code, for one month, rounded in the company's
 * favour.
 */
export async function priceInvariant(world: World): Promise<string[]> {
  const { priceOf, idOf } = await priceList(world);
  const discounts = new Map(
    (await world.api.db.select().from(promoCodes)).map(({ name, discount }) => [name, discount]),
  );
  const payments = await world.api.db.select().from(serverPayments);
  const ordered = await world.api.db.select().from(upgrades);
  return payments.flatMap((payment) => {
    const { kind, months, tariff, priceCents, discountCents, totalCents, promoCode, serverId } = payment;
    if (kind === "refund") return [];
    const label = `${kind} of ${serverId} (${tariff})`;
    if (kind === "upgrade") {
      const upgrade = ordered.find(
        (one) =>
          one.serverId === serverId && +one.startsAt === +payment.periodFrom && one.toRateId === idOf(tariff),
      );
      if (!upgrade) return [`${label} belongs to no upgrade`];
      const difference = (of: number) => priceOf(upgrade.toRateId, of) - priceOf(upgrade.fromRateId, of);
      // in units of 1/360, which are exact for the 30 days of each month of every period
      const amounts = [...daysByPeriod(payment, payments)].map(
        ([of, count]) => difference(of) * Math.min(count, 30 * of) * (12 / of),
      );
      const expected = Math.max(1, Math.ceil(amounts.reduce((sum, part) => sum + part, 0) / 360));
      return totalCents === expected ? [] : [`${label} costs ${totalCents} instead of ${expected}`];
    }
    const percent = months === 1 && promoCode ? (discounts.get(promoCode) ?? 0) : 0;
    const expected = priceOf(idOf(tariff), months);
    const discount = Math.floor((expected * percent) / 100);
    return priceCents === expected && discountCents === discount && totalCents === expected - discount
      ? []
      : [`${label} for ${months} months costs ${totalCents} instead of ${expected} less ${discount}`];
  });
}

type Done = Upgrade & { coveredUntil: Date };

/**
 * Returns the plan by which a period is paid: an upgrade's own price covers periods paid before it, later periods
 * cost the larger plan.
 */
function planOf(server: Server, done: readonly Done[], { periodFrom }: Payment): string {
  const before = done.filter(({ coveredUntil }) => coveredUntil <= periodFrom).at(-1);
  return before?.toRateId ?? done[0]?.fromRateId ?? server.rateId;
}

/**
 * A server's paid time never exceeds what was paid for it at its plan's price: every period at the plan of its time,
 * every completed upgrade at the price difference for its days; less refunds. Only test servers, and a long setup,
 * have unpaid time.
 */
export async function paidTimeInvariant(world: World): Promise<string[]> {
  const { db } = world.api;
  const { priceOf } = await priceList(world);
  const payments = groupBy(
    await db.select().from(serverPayments).orderBy(asc(serverPayments.periodFrom)),
    ({ serverId }) => serverId,
  );
  const upgraded = groupBy(
    await db.select().from(upgrades).orderBy(asc(upgrades.createdAt)),
    ({ serverId }) => serverId,
  );
  const created = and(eq(machineOrders.kind, "create"), eq(machineOrders.status, "done"));
  const setUpAt = groupBy(await db.select().from(machineOrders).where(created), ({ serverId }) => serverId);
  const broken: string[] = [];
  for (const server of await db.select().from(servers)) {
    const paymentsOfServer = payments.get(server.id) ?? [];
    const priceOfUpgrade = ({ createdAt }: Upgrade) =>
      paymentsOfServer.find(
        (payment) => payment.kind === "upgrade" && payment.createdAt.getTime() === createdAt.getTime(),
      );
    const done = (upgraded.get(server.id) ?? [])
      .filter(({ status }) => status === "done")
      .map((upgrade) => ({
        ...upgrade,
        coveredUntil: priceOfUpgrade(upgrade)?.periodTo ?? upgrade.startsAt,
      }));
    const paid = paymentsOfServer.reduce((sum, { totalCents }) => sum + totalCents, 0);
    if (paid < 0) broken.push(`server ${server.id} gave back ${-paid} cents more than it cost`);
    const periods = paymentsOfServer.filter(({ kind }) => kind === "rent" || kind === "renewal");
    const isRefunded = server.status === "revoked" && server.ip === null && paid === 0;
    if (isRefunded) continue;
    const price = (payment: Payment) =>
      priceOf(planOf(server, done, payment), payment.months) - payment.discountCents;
    const needed =
      periods.reduce((sum, payment) => sum + price(payment), 0) +
      done.reduce((sum, upgrade) => sum + (priceOfUpgrade(upgrade)?.totalCents ?? 0), 0);
    if (paid < needed) broken.push(`server ${server.id}: ${paid} was paid for time that costs ${needed}`);
    if (done.length > 0 && server.rateId !== done.at(-1)?.toRateId)
      broken.push(`server ${server.id} is ${server.rateId} after an upgrade to ${done.at(-1)?.toRateId}`);
    const ends = periods.map(({ periodTo }) => periodTo.getTime());
    const grantedMs = Math.max(0, server.paidUntil.getTime() - Math.max(...ends, 0));
    const late = setUpAt.get(server.id)?.map(({ finishedAt }) => finishedAt?.getTime() ?? 0) ?? [];
    const most = late.length > 0 ? Math.min(...late) - server.issuedAt.getTime() : 0;
    if (!server.isTest && periods[0]?.kind === "rent" && grantedMs > most)
      broken.push(`server ${server.id} has ${grantedMs} milliseconds that nobody paid for`);
  }
  return broken;
}

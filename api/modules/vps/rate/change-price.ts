import { and, eq, lte, ne, or } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import { priceChanges } from "#api/db/schema/price-changes";
import { users } from "#api/db/schema/users";
import { ratePrices, rates, servers, upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { OperatorError } from "#api/lib/answer";
import { addDays } from "#api/lib/calendar";
import { isAnnounced, renewalMonthsIn } from "#api/modules/vps/rate/rates";
import { isOpenUpgrade } from "#api/modules/vps/upgrade/open-upgrade";
import { job } from "#api/queue/job";
import { dayOf } from "#contract/day";
import { priceNoticeDays } from "#contract/rules";

export type PriceChange = typeof priceChanges.$inferSelect;

/** A price of a tariff's period, and the day (UTC, `2026-12-31`) from which it applies; today if omitted. */
export type NewPrice = { rateId: string; months: number; priceCents: number; fromDay?: string | undefined };

/**
 * Returns the clients who pay this price at the next renewal: the owners of servers with the tariff and the period,
 * each once.
 */
export async function concernedClients(tx: Tx, { rateId, months }: Pick<NewPrice, "rateId" | "months">) {
  const isRenewedAt = (of: AnyPgColumn) =>
    and(eq(of, rateId), eq(renewalMonthsIn(of, servers.renewalMonths), months));
  const rows = await tx
    .selectDistinct({ email: users.email, language: users.language, name: users.name })
    .from(servers)
    .innerJoin(users, eq(users.id, servers.userId))
    .leftJoin(upgrades, and(eq(upgrades.serverId, servers.id), isOpenUpgrade))
    .where(
      and(
        or(isRenewedAt(servers.rateId), isRenewedAt(upgrades.toRateId)),
        eq(servers.isTest, false),
        ne(servers.status, "revoked"),
      ),
    );
  return rows;
}

/**
 * Changes a price, at once or from a day on, and emails the affected clients.
 *
 * @returns the announced change, the number of emailed clients, and the price until then; the change is null if it
 * applies at once, the earlier price if the period had none
 * @throws with a message for the operator: no such tariff, a day in the past, a higher price without ten days' notice
 * for those who pay it
 */
export async function changePrice(
  deps: Deps,
  tx: Tx,
  price: NewPrice,
): Promise<{ change: PriceChange | null; notified: number; previousCents: number | null }> {
  const { rateId, months, priceCents } = price;
  const today = dayOf(deps.clock.now());
  const fromDay = price.fromDay ?? today;
  const [rate] = await tx.select().from(rates).where(eq(rates.id, rateId)).for("update");
  if (!rate) throw new OperatorError("noTariff", { id: rateId });
  if (fromDay < today) throw new OperatorError("dayOver", { day: fromDay });
  const [currentPrice] = await tx
    .select()
    .from(ratePrices)
    .where(and(eq(ratePrices.rateId, rateId), eq(ratePrices.months, months)));
  const previousCents = currentPrice?.priceCents ?? null;
  const concerned = await concernedClients(tx, price);
  const isDearer = currentPrice !== undefined && priceCents > currentPrice.priceCents;
  const earliest = dayOf(addDays(deps.clock.now(), priceNoticeDays));
  if (isDearer && concerned.length > 0 && fromDay < earliest)
    throw new OperatorError("priceNeedsNotice", { count: concerned.length, days: priceNoticeDays, earliest });
  if (fromDay === today) {
    await applyPrice(tx, price);
    return { change: null, notified: 0, previousCents };
  }
  const id = deps.ids.id();
  const [change] = await tx
    .insert(priceChanges)
    .values({ id, rateId, months, priceCents, fromDay, createdAt: deps.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (!change) throw new OperatorError("priceAnnouncedAlready");
  for (const { email: to, language, name } of currentPrice ? concerned : [])
    await sendMail(deps, tx, {
      to,
      language,
      template: "priceChange",
      values: {
        name,
        tariff: rate.name,
        count: months,
        oldPriceCents: currentPrice?.priceCents ?? 0,
        newPriceCents: priceCents,
        holdsOn: fromDay,
      },
    });
  return { change, notified: currentPrice ? concerned.length : 0, previousCents };
}

async function applyPrice(tx: Tx, { rateId, months, priceCents }: NewPrice): Promise<void> {
  await tx
    .insert(ratePrices)
    .values({ rateId, months, priceCents })
    .onConflictDoUpdate({ target: [ratePrices.rateId, ratePrices.months], set: { priceCents } });
}

/** Applies announced prices from their day on. */
export const applyPriceChanges = job("vps.apply-price-changes", z.object({}), (_, deps) =>
  transaction(deps.db, async (tx) => {
    const due = await tx
      .update(priceChanges)
      .set({ appliedAt: deps.clock.now() })
      .where(and(isAnnounced, lte(priceChanges.fromDay, dayOf(deps.clock.now()))))
      .returning();
    for (const change of due) await applyPrice(tx, change);
  }),
);

/** Cancels an announced price and emails the affected clients. */
export async function cancelPriceChange(deps: Deps, tx: Tx, id: string): Promise<number> {
  const [change] = await tx
    .update(priceChanges)
    .set({ cancelledAt: deps.clock.now() })
    .where(and(eq(priceChanges.id, id), isAnnounced))
    .returning();
  if (!change) throw new OperatorError("noPriceChange");
  const [rate] = await tx.select().from(rates).where(eq(rates.id, change.rateId));
  const concerned = await concernedClients(tx, change);
  for (const { email: to, language, name } of concerned)
    await sendMail(deps, tx, {
      to,
      language,
      template: "priceChangeCancelled",
      values: { name, tariff: rate?.name ?? change.rateId, count: change.months },
    });
  return concerned.length;
}

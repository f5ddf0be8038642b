import { and, eq, lte } from "drizzle-orm";
import * as z from "zod/mini";
import { priceChanges } from "#api/db/schema/price-changes";
import { ratePrices, rates } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { OperatorError } from "#api/lib/answer";
import { isAnnounced } from "#api/modules/vps/rate/rates";
import { job } from "#api/queue/job";
import { dayOf } from "#contract/day";
import type { NewPrice } from "./price-terms";
import { concernedClients, priceTerms } from "./price-terms";

export type PriceChange = typeof priceChanges.$inferSelect;

/**
 * Changes a price, at once or from a day on, and emails the affected clients.
 *
 * @returns the announced change, the number of emailed clients, and the price until then; the change is null if it
 * applies at once, the earlier price if the period had none
 * @throws as `priceTerms`, and if a price of the period is announced already
 */
export async function changePrice(
  deps: Deps,
  tx: Tx,
  price: NewPrice,
): Promise<{ change: PriceChange | null; notified: number; previousCents: number | null }> {
  const { rateId, months, priceCents } = price;
  const { rate, previousCents, fromDay, isAtOnce } = await priceTerms(deps, tx, price, { isLocked: true });
  if (isAtOnce) {
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
  const concerned = previousCents === null ? [] : await concernedClients(tx, price);
  for (const { email: to, language, name } of concerned)
    await sendMail(deps, tx, {
      to,
      language,
      template: "priceChange",
      values: {
        name,
        tariff: rate.name,
        count: months,
        oldPriceCents: previousCents ?? 0,
        newPriceCents: priceCents,
        holdsOn: fromDay,
      },
    });
  return { change, notified: concerned.length, previousCents };
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

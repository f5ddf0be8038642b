import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ListPart } from "#api/db/keyset";
import { promoCodes, promoUses } from "#api/db/schema/promo-codes";
import { serverPayments } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { promoDiscountBounds } from "#api/modules/settings/business-settings";
import { dayMilliseconds, dayOf } from "#contract/day";
import { integer } from "#contract/integer";
import { promoName } from "#contract/partners/index";
import { date } from "#contract/period";
import { isStandingUse } from "./promo-discount";

/** Promo codes of the provider. They follow the rules of partners' codes, but bring nobody a client or a reward. */

const { min, max } = promoDiscountBounds;

export const housePromoInput = z.object({
  name: promoName,
  percent: integer({ min, max }, "promoPercentRange"),
  /** The last day (UTC). */
  until: z.optional(date),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  newServers: z.optional(z.boolean()),
});

/** @throws with a message for the operator: a day in the past, or a name that is taken */
export async function createHousePromoCode(
  { clock, ids }: Pick<Deps, "clock" | "ids">,
  tx: Tx,
  { name, percent, until, limit, newServers = false }: z.output<typeof housePromoInput>,
  author: string,
): Promise<void> {
  const now = clock.now();
  if (until !== undefined && until < dayOf(now)) throw new OperatorError("dayOver", { dayOn: until });
  const created = await tx
    .insert(promoCodes)
    .values({
      id: ids.id(),
      name,
      discount: percent,
      createdAt: now,
      author,
      endsAt: until === undefined ? null : new Date(Date.parse(until) + dayMilliseconds),
      useLimit: limit ?? null,
      isForNewServers: newServers,
    })
    .onConflictDoNothing()
    .returning({ id: promoCodes.id });
  if (created.length === 0) throw new ApiError(422, "promoNameTaken", { fields: { name: "promoNameTaken" } });
}

/** Ends a code of the provider. @throws {ApiError} 404 */
export async function endHousePromoCode({ clock }: Pick<Deps, "clock">, tx: Tx, id: string): Promise<string> {
  const [ended] = await tx
    .update(promoCodes)
    .set({ deletedAt: clock.now() })
    .where(and(eq(promoCodes.id, id), isNull(promoCodes.userId), isNull(promoCodes.deletedAt)))
    .returning({ name: promoCodes.name });
  if (!ended) throw new ApiError(404, "notFound");
  return ended.name;
}

/** Returns some of the provider's codes with their uses and the discount granted so far. */
export async function listHousePromoCodes(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  { condition, order, limit, place }: ListPart,
) {
  const now = clock.now();
  // chosen first, so that only the uses of these are counted
  const listed = tx
    .select({ id: promoCodes.id })
    .from(promoCodes)
    .where(and(isNull(promoCodes.userId), condition))
    .orderBy(...order)
    .limit(limit);
  const rows = await tx
    .select({
      code: promoCodes,
      place,
      uses: sql<number>`count(${promoUses.paymentId}) filter (where ${isStandingUse})::int`,
      grantedCents: sql<number>`coalesce(sum(${serverPayments.discountCents}), 0)::bigint`.mapWith(Number),
    })
    .from(promoCodes)
    .leftJoin(promoUses, eq(promoUses.promoCodeId, promoCodes.id))
    .leftJoin(serverPayments, eq(serverPayments.id, promoUses.paymentId))
    .where(inArray(promoCodes.id, listed))
    .groupBy(promoCodes.id)
    .orderBy(...order);
  return rows.map(({ code, uses, ...row }) => ({
    ...code,
    ...row,
    uses,
    state: stateOf(code, uses, now),
  }));
}

function stateOf({ deletedAt, endsAt, useLimit }: typeof promoCodes.$inferSelect, uses: number, now: Date) {
  if (deletedAt || (endsAt && endsAt <= now)) return "over";
  return useLimit !== null && uses >= useLimit ? "usedUp" : "active";
}

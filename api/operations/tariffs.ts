import { desc, eq, ne } from "drizzle-orm";
import * as z from "zod/mini";
import { priceChanges } from "#api/db/schema/price-changes";
import { rates } from "#api/db/schema/vps";
import { ApiError } from "#api/lib/api-error";
import { cancelPriceChange, changePrice } from "#api/modules/vps/rate/change-price";
import { loadRates } from "#api/modules/vps/rate/rates";
import { rentalMonths } from "#contract/rules";
import type { CommandGroup } from "./operation";

const whole = (min: number) => z.coerce.number().check(z.int(), z.minimum(min), z.maximum(10_000_000));
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

/** `12.50` dollars as 1250 cents. */
const price = z.pipe(
  z.string().check(z.regex(/^\d{1,6}(\.\d{1,2})?$/, "dollars, such as 12.50")),
  z.transform((dollars) => Math.round(Number(dollars) * 100)),
);

const properties = {
  name: z.optional(text),
  processor: z.optional(whole(1)),
  memoryMb: z.optional(whole(256)),
  diskGb: z.optional(whole(1)),
  terminals: z.optional(whole(1)),
  trafficGb: z.optional(z.union([z.literal("unlimited"), whole(1)])),
  os: z.optional(z.array(text)),
};
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "a day such as 2026-12-31"));
const id = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, "small letters, digits and hyphens"));

export const tariffsCommands: CommandGroup = (program, operation) => {
  const area = program.command("tariffs").description("what can be rented, and for how much");

  operation(
    area.command("list").description("all tariffs with their prices in dollars"),
    z.object({}),
    async (_, { tx }) =>
      (await loadRates(tx)).map((rate) => ({
        id: rate.id,
        name: rate.name,
        processor: rate.processor,
        memoryMb: rate.memoryMb,
        diskGb: rate.diskGb,
        terminals: rate.terminals,
        trafficGb: rate.trafficGb ?? "unlimited",
        os: rate.operatingSystems.join(", "),
        prices: rate.periods
          .map(({ months, priceCents }) => `${months}: ${(priceCents / 100).toFixed(2)}`)
          .join(", "),
        offered: rate.isOffered,
        forTests: rate.isForTests,
      })),
    { isRead: true },
  );

  operation(
    area
      .command("set <id>")
      .description("change a tariff, or add one (then all of its properties are needed)")
      .option("--name <name>")
      .option("--processor <cores>")
      .option("--memory-mb <megabytes>")
      .option("--disk-gb <gigabytes>")
      .option("--terminals <number>")
      .option("--traffic-gb <gigabytes>", "a month, or `unlimited`")
      .option("--os <names...>", "operating systems"),
    z.object({ id, ...properties }),
    async ({ id: rateId, trafficGb, os, ...rest }, { tx }) => {
      const changes = {
        ...rest,
        ...(trafficGb !== undefined && { trafficGb: trafficGb === "unlimited" ? null : trafficGb }),
        ...(os && { operatingSystems: os }),
      };
      const [known] = await tx.select().from(rates).where(eq(rates.id, rateId)).for("update");
      if (known) {
        if (Object.keys(changes).length > 0) await tx.update(rates).set(changes).where(eq(rates.id, rateId));
        return `Tariff ${rateId} is changed.`;
      }
      const whole = z.required(z.object(properties)).safeParse({ ...rest, trafficGb, os });
      if (!whole.success) throw new Error("a new tariff needs all of its properties (see --help)");
      // it is offered once it has prices
      await tx.insert(rates).values({
        ...whole.data,
        id: rateId,
        trafficGb: trafficGb === "unlimited" ? null : Number(trafficGb),
        operatingSystems: whole.data.os,
        isOffered: false,
      });
      return `Tariff ${rateId} is added. Give it its prices, then offer it.`;
    },
  );

  operation(
    area
      .command("price <id> <months> <dollars>")
      .description("what a period costs, from a day on; whoever pays a dearer price is told ten days ahead")
      .option("--from <day>", "the day (UTC) from which it holds, such as 2026-12-31; today without it")
      .option("--free", "a price of zero is meant"),
    z.object({
      id,
      months: z.pipe(z.coerce.number(), z.literal([...rentalMonths])),
      dollars: price,
      from: z.optional(day),
      free: z.optional(z.boolean()),
    }),
    async ({ id: rateId, months, dollars: priceCents, from, free }, { deps, tx }) => {
      if (priceCents === 0 && !free) throw new Error("That is free of charge. If it is meant, say --free.");
      const { change, told } = await changePrice(deps, tx, { rateId, months, priceCents, fromDay: from });
      const sum = `${months} months of ${rateId} cost $${(priceCents / 100).toFixed(2)}`;
      return change
        ? `${sum} from ${change.fromDay} on (${change.id}); ${told} clients are told.`
        : `${sum}.`;
    },
  );

  operation(
    area.command("changes").description("prices that are announced, and what became of earlier ones"),
    z.object({}),
    async (_, { tx }) => {
      const rows = await tx.select().from(priceChanges).orderBy(desc(priceChanges.createdAt)).limit(200);
      return rows.map(({ id: change, rateId, months, priceCents, fromDay, appliedAt, cancelledAt }) => ({
        id: change,
        tariff: rateId,
        months,
        price: `$${(priceCents / 100).toFixed(2)}`,
        from: fromDay,
        state: cancelledAt ? "cancelled" : appliedAt ? "holds" : "announced",
      }));
    },
    { isRead: true },
  );

  operation(
    area
      .command("cancel-change <change>")
      .description("take an announced price back; those who were told are told so"),
    z.object({ change: z.string() }),
    async ({ change }, { deps, tx }) => {
      const told = await cancelPriceChange(deps, tx, change);
      return `The price is not changed; ${told} clients are told.`;
    },
    ({ change }) => `Take back the announced price ${change}?`,
  );

  operation(
    area.command("offer <id>").description("let a tariff be rented"),
    z.object({ id }),
    async ({ id: rateId }, { tx }) => {
      const [rate] = await loadRates(tx, eq(rates.id, rateId));
      if (!rate?.periods.some(({ months }) => months === 1))
        throw new Error("a tariff needs a price for 1 month to be offered");
      await tx.update(rates).set({ isOffered: true }).where(eq(rates.id, rateId));
      return `Tariff ${rateId} is on offer.`;
    },
  );

  operation(
    area.command("withdraw <id>").description("offer a tariff no more; servers that have it keep it"),
    z.object({ id }),
    async ({ id: rateId }, { tx }) => {
      const changed = await tx
        .update(rates)
        .set({ isOffered: false })
        .where(eq(rates.id, rateId))
        .returning();
      if (changed.length === 0) throw new ApiError(404, "notFound");
      return `Tariff ${rateId} is not on offer any more.`;
    },
  );

  operation(
    area.command("for-tests <id>").description("give this tariff to test servers"),
    z.object({ id }),
    async ({ id: rateId }, { tx }) => {
      const changed = await tx
        .update(rates)
        .set({ isForTests: true })
        .where(eq(rates.id, rateId))
        .returning();
      if (changed.length === 0) throw new ApiError(404, "notFound");
      await tx.update(rates).set({ isForTests: false }).where(ne(rates.id, rateId));
      return `Test servers get ${rateId}.`;
    },
  );
};

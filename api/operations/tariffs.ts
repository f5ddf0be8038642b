import { eq, ne } from "drizzle-orm";
import * as z from "zod/mini";
import { priceChanges } from "#api/db/schema/price-changes";
import { rates } from "#api/db/schema/vps";
import { answer, OperatorError } from "#api/lib/answer";
import { formatMoney } from "#api/lib/format";
import { money } from "#api/lib/money";
import { cancelPriceChange, changePrice } from "#api/modules/vps/rate/change-price";
import { loadRates } from "#api/modules/vps/rate/rates";
import { readAmount } from "#contract/amount";
import { date } from "#contract/period";
import { rentalMonths } from "#contract/rules";
import { beforeOf } from "./before";
import { choices } from "./choices";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";
import { requirePlan } from "./require-plan";

const integerFrom = (min: number) => z.coerce.number().check(z.int(), z.minimum(min), z.maximum(10_000_000));
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

const zero = /^0+([.,]0{1,2})?$/;
const priceMaxCents = 99_999_999;

/** A price in dollars as people write it, converted to cents; zero is one too, and needs `--free`. */
const price = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    if (zero.test(text.trim())) return 0;
    const { cents, message = "amountTooLarge" } = readAmount(text);
    if (cents !== undefined && cents <= priceMaxCents) return cents;
    context.issues.push({ code: "custom", message, input: text });
    return z.NEVER;
  }),
);

const properties = {
  name: z.optional(text),
  processor: z.optional(integerFrom(1)),
  memoryMb: z.optional(integerFrom(256)),
  diskGb: z.optional(integerFrom(1)),
  terminals: z.optional(integerFrom(1)),
  trafficGb: z.optional(z.union([z.literal("unlimited"), integerFrom(1)])),
  os: z.optional(z.array(text)),
};
const id = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, "planIdInvalid"));

export const tariffsCommands: CommandGroup = (program, operation) => {
  const area = program.command("tariffs").description("plans and prices");

  operation(
    area.command("list").description("list plans with prices in dollars"),
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
        prices: rate.periods.flatMap(({ months, priceCents }, index) => [
          `${index > 0 ? ", " : ""}${months}: `,
          money(priceCents),
        ]),
        offered: rate.isOffered,
        forTests: rate.isForTests,
      })),
    { isRead: true },
  );

  operation(
    area
      .command("set <id>")
      .description("change a plan, or add one (all options required)")
      .option("--name <name>")
      .option("--processor <cores>")
      .option("--memory-mb <megabytes>")
      .option("--disk-gb <gigabytes>")
      .option("--terminals <number>")
      .option("--traffic-gb <gigabytes>", "a month, or `unlimited`")
      .option("--os <names...>", "operating systems"),
    z.object({ id, ...properties }),
    async ({ id: rateId, trafficGb, os, ...rest }, { tx, details }) => {
      const changes = {
        ...rest,
        ...(trafficGb !== undefined && { trafficGb: trafficGb === "unlimited" ? null : trafficGb }),
        ...(os && { operatingSystems: os }),
      };
      const [known] = await tx.select().from(rates).where(eq(rates.id, rateId)).for("update");
      if (known) {
        const previous = { ...known, trafficGb: known.trafficGb ?? "unlimited", os: known.operatingSystems };
        details.before = beforeOf({ ...rest, trafficGb, os }, previous);
        if (Object.keys(changes).length > 0) await tx.update(rates).set(changes).where(eq(rates.id, rateId));
        return answer("planChanged", { id: rateId });
      }
      const parsed = z.required(z.object(properties)).safeParse({ ...rest, trafficGb, os });
      if (!parsed.success) throw new OperatorError("planNeedsAll");
      // the tariff is offered once it has prices
      await tx.insert(rates).values({
        ...parsed.data,
        id: rateId,
        trafficGb: trafficGb === "unlimited" ? null : Number(trafficGb),
        operatingSystems: parsed.data.os,
        isOffered: false,
      });
      return answer("planAdded", { id: rateId });
    },
  );

  operation(
    area
      .command("price <id> <months> <dollars>")
      .description("set the price of a period from a day on; clients are told of an increase ten days ahead")
      .option("--from <day>", "effective day (UTC), such as 2026-12-31; by default today")
      .option("--free", "allow a price of zero"),
    z.object({
      id,
      months: z.pipe(z.coerce.number(), z.literal([...rentalMonths])),
      dollars: price,
      from: z.optional(date),
      free: z.optional(z.boolean()),
    }),
    async ({ id: rateId, months, dollars: priceCents, from, free }, { deps, tx, details }) => {
      if (priceCents === 0 && !free) throw new OperatorError("priceIsZero");
      const price = { rateId, months, priceCents, fromDay: from };
      const { change, notified: notifiedCount, previousCents } = await changePrice(deps, tx, price);
      details.before = { dollars: previousCents };
      const about = { months, id: rateId, priceCents };
      return change
        ? answer("priceAnnounced", {
            ...about,
            from: change.fromDay,
            change: change.id,
            count: notifiedCount,
          })
        : answer("priceChanged", about);
    },
    {
      confirm: ({ id: rateId, months, dollars: priceCents, from }) =>
        `Charge ${formatMoney(priceCents, "en")} for ${months} months of ${rateId} from ${from ?? "today"}? Its clients get an e-mail.`,
      choices: { id: choices.plans },
    },
  );

  operation(
    withPages(area.command("changes").description("list announced and earlier price changes, newest first")),
    z.object(pageInput),
    async (cursors, { tx }) => {
      const page = await listPage(
        tx,
        cursors,
        [priceChanges.createdAt, priceChanges.id],
        ({ condition, order, limit }) =>
          tx
            .select()
            .from(priceChanges)
            .where(condition)
            .orderBy(...order)
            .limit(limit),
        ({ id }) => id,
        { isDescending: true },
      );
      const rows = page.rows.map(
        ({ id: change, rateId, months, priceCents, fromDay, appliedAt, cancelledAt }) => ({
          id: change,
          tariff: rateId,
          months,
          price: money(priceCents),
          from: fromDay,
          state: cancelledAt ? "cancelled" : appliedAt ? "holds" : "announced",
        }),
      );
      return { ...page, rows };
    },
    { isRead: true },
  );

  operation(
    area
      .command("cancel-change <change>")
      .description("cancel an announced price change and tell the clients who were notified"),
    z.object({ change: z.string() }),
    async ({ change }, { deps, tx }) => {
      const notified = await cancelPriceChange(deps, tx, change);
      return answer("priceChangeCancelled", { count: notified });
    },
    {
      confirm: ({ change }) => `Take back the announced price ${change}?`,
      choices: { change: choices.announcedPrices },
    },
  );

  operation(
    area.command("offer <id>").description("start offering a plan"),
    z.object({ id }),
    async ({ id: rateId }, { tx, details }) => {
      details.before = { offered: (await requirePlan(tx, rateId)).isOffered };
      const [rate] = await loadRates(tx, eq(rates.id, rateId));
      if (!rate?.periods.some(({ months }) => months === 1)) throw new OperatorError("planNeedsMonth");
      await tx.update(rates).set({ isOffered: true }).where(eq(rates.id, rateId));
      return answer("planOffered", { id: rateId });
    },
    { choices: { id: choices.otherPlans } },
  );

  operation(
    area.command("withdraw <id>").description("stop offering a plan; existing servers keep it"),
    z.object({ id }),
    async ({ id: rateId }, { tx, details }) => {
      details.before = { offered: (await requirePlan(tx, rateId)).isOffered };
      await tx.update(rates).set({ isOffered: false }).where(eq(rates.id, rateId));
      return answer("planWithdrawn", { id: rateId });
    },
    { choices: { id: choices.offeredPlans } },
  );

  operation(
    area.command("for-tests <id>").description("use this plan for test servers"),
    z.object({ id }),
    async ({ id: rateId }, { tx, details }) => {
      await requirePlan(tx, rateId);
      const forTests = await tx.select({ id: rates.id }).from(rates).where(eq(rates.isForTests, true));
      details.before = { id: forTests.map(({ id: one }) => one) };
      await tx.update(rates).set({ isForTests: true }).where(eq(rates.id, rateId));
      await tx.update(rates).set({ isForTests: false }).where(ne(rates.id, rateId));
      return answer("planForTests", { id: rateId });
    },
    { choices: { id: choices.plans } },
  );
};

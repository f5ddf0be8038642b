import { eq, ne } from "drizzle-orm";
import * as z from "zod/mini";
import { rates } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { answer, OperatorError } from "#api/lib/answer";
import { money } from "#api/lib/money";
import { loadRates } from "#api/modules/vps/rate/rates";
import { beforeOf } from "./before";
import { choices } from "./choices";
import type { CommandGroup } from "./operation";
import { planId, priceCommands } from "./prices";
import { requirePlan } from "./require-plan";

const integerFrom = (min: number) => z.coerce.number().check(z.int(), z.minimum(min), z.maximum(10_000_000));
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

const properties = {
  name: z.optional(text),
  processor: z.optional(integerFrom(1)),
  memoryMb: z.optional(integerFrom(256)),
  diskGb: z.optional(integerFrom(1)),
  terminals: z.optional(integerFrom(1)),
  trafficGb: z.optional(z.union([z.literal("unlimited"), integerFrom(1)])),
  os: z.optional(z.array(text)),
};

const id = planId;

/** Returns the present properties of a plan as they are typed. */
async function propertiesOf(tx: Tx, [rateId = ""]: readonly string[]) {
  const [rate] = await tx.select().from(rates).where(eq(rates.id, rateId));
  if (!rate) return undefined;
  const { name, processor, memoryMb, diskGb, terminals, trafficGb, operatingSystems } = rate;
  return {
    name,
    processor: `${processor}`,
    memoryMb: `${memoryMb}`,
    diskGb: `${diskGb}`,
    terminals: `${terminals}`,
    trafficGb: `${trafficGb ?? "unlimited"}`,
    os: operatingSystems,
  };
}

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
        return answer("planChanged", { id: rateId, plan: rest.name ?? known.name });
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
      return answer("planAdded", { id: rateId, plan: parsed.data.name });
    },
    {
      confirm: ({ id: rateId }) => `Change the plan ${rateId}, or add it?`,
      current: { of: ["id"], read: propertiesOf },
    },
  );

  priceCommands(area, operation);

  operation(
    area.command("offer <id>").description("start offering a plan"),
    z.object({ id }),
    async ({ id: rateId }, { tx, details }) => {
      const { name: plan, isOffered } = await requirePlan(tx, rateId);
      details.before = { offered: isOffered };
      const [rate] = await loadRates(tx, eq(rates.id, rateId));
      if (!rate?.periods.some(({ months }) => months === 1)) throw new OperatorError("planNeedsMonth");
      await tx.update(rates).set({ isOffered: true }).where(eq(rates.id, rateId));
      return answer("planOffered", { id: rateId, plan });
    },
    { choices: { id: choices.otherPlans } },
  );

  operation(
    area.command("withdraw <id>").description("stop offering a plan; existing servers keep it"),
    z.object({ id }),
    async ({ id: rateId }, { tx, details }) => {
      const { name: plan, isOffered } = await requirePlan(tx, rateId);
      details.before = { offered: isOffered };
      await tx.update(rates).set({ isOffered: false }).where(eq(rates.id, rateId));
      return answer("planWithdrawn", { id: rateId, plan });
    },
    {
      confirm: ({ id: rateId }) => `Stop offering ${rateId}? Servers that have it keep it.`,
      choices: { id: choices.offeredPlans },
    },
  );

  operation(
    area.command("for-tests <id>").description("use this plan for test servers"),
    z.object({ id }),
    async ({ id: rateId }, { tx, details }) => {
      const { name: plan } = await requirePlan(tx, rateId);
      const forTests = await tx.select({ id: rates.id }).from(rates).where(eq(rates.isForTests, true));
      details.before = { id: forTests.map(({ id: one }) => one) };
      await tx.update(rates).set({ isForTests: true }).where(eq(rates.id, rateId));
      await tx.update(rates).set({ isForTests: false }).where(ne(rates.id, rateId));
      return answer("planForTests", { id: rateId, plan });
    },
    { choices: { id: choices.plans } },
  );
};

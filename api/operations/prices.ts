import type { Command } from "commander";
import { eq, getTableColumns } from "drizzle-orm";
import * as z from "zod/mini";
import { priceChanges } from "#api/db/schema/price-changes";
import { rates, servers } from "#api/db/schema/vps";
import { answer, OperatorError } from "#api/lib/answer";
import { formatMoney } from "#api/lib/format";
import { money } from "#api/lib/money";
import { utcDay } from "#api/lib/utc-day";
import { cancelPriceChange, changePrice } from "#api/modules/vps/rate/change-price";
import { concernedServers, priceTerms } from "#api/modules/vps/rate/price-terms";
import { readAmount } from "#contract/amount";
import { date } from "#contract/period";
import { rentalMonths } from "#contract/rules";
import { choices } from "./choices";
import { listPage, pageInput, withPages } from "./list-page";
import type { Operation } from "./operation";
import { requirePlan } from "./require-plan";

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

export const planId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, "planIdInvalid"));

const priceInput = z.object({
  id: planId,
  months: z.pipe(z.coerce.number(), z.literal([...rentalMonths])),
  dollars: price,
  from: z.optional(date),
  free: z.optional(z.boolean()),
});
const newPrice = ({ id: rateId, months, dollars: priceCents, from, free }: z.output<typeof priceInput>) => {
  if (priceCents === 0 && !free) throw new OperatorError("priceIsZero");
  return { rateId, months, priceCents, fromDay: from };
};
const withPriceOptions = (command: Command) =>
  command
    .option("--from <day>", "effective day (UTC), such as 2026-12-31; by default today")
    .option("--free", "allow a price of zero");

/** Commands for the prices of plans. */
export function priceCommands(tariffs: Command, operation: Operation): void {
  operation(
    withPages(
      withPriceOptions(tariffs.command("concerned <id> <months> <dollars>")).description(
        "list the servers that a new price of a period concerns, with the next renewal; changes nothing",
      ),
    ),
    z.extend(priceInput, pageInput),
    async ({ after, before, limit, ...input }, { deps, tx }) => {
      const price = newPrice(input);
      const { previousCents, fromDay, concerned } = await priceTerms(deps, tx, price);
      const terms = { priceCents: price.priceCents, holdsOn: fromDay, ...concerned };
      const page = await listPage(
        { after, before, limit },
        {
          columns: [servers.paidUntil, servers.id],
          read: (part) => concernedServers(tx, price, part),
          row: ({ id: server, email, paidUntil, autoRenewal }) => ({
            client: email,
            server,
            paidUntil,
            autoRenewal,
          }),
        },
      );
      return {
        ...page,
        summary:
          previousCents === null
            ? answer("priceConcernsFirst", terms)
            : answer("priceConcerns", { ...terms, previousCents }),
      };
    },
    { isRead: true, choices: { id: choices.plans } },
  );

  operation(
    withPriceOptions(tariffs.command("price <id> <months> <dollars>")).description(
      "set the price of a period from a day on; clients are told of an increase ten days ahead",
    ),
    priceInput,
    async (input, { deps, tx, details, shown = {} }) => {
      const price = newPrice(input);
      const { rateId, months, priceCents } = price;
      const { change, notified: notifiedCount, previousCents } = await changePrice(deps, tx, price);
      details.before = { dollars: previousCents };
      shown.clients = change ? notifiedCount : 0;
      const { name: plan } = await requirePlan(tx, rateId);
      const about = { period: answer("months", { count: months }), id: rateId, plan, priceCents };
      return change
        ? answer("priceAnnounced", {
            ...about,
            fromOn: change.fromDay,
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
    withPages(
      tariffs.command("changes").description("list announced and earlier price changes, newest first"),
    ),
    z.object(pageInput),
    (page, { tx }) =>
      listPage(page, {
        columns: [priceChanges.createdAt, priceChanges.id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ ...getTableColumns(priceChanges), plan: rates.name, place })
            .from(priceChanges)
            .innerJoin(rates, eq(rates.id, priceChanges.rateId))
            .where(condition)
            .orderBy(...order)
            .limit(limit),
        row: ({ id: change, plan, months, priceCents, fromDay, appliedAt, cancelledAt }) => ({
          id: change,
          tariff: plan,
          months,
          price: money(priceCents),
          from: utcDay(fromDay),
          state: cancelledAt ? "cancelled" : appliedAt ? "holds" : "announced",
        }),
      }),
    { isRead: true },
  );

  operation(
    tariffs
      .command("cancel-change <change>")
      .description("cancel an announced price change and tell the clients who were notified"),
    z.object({ change: z.string() }),
    async ({ change }, { deps, tx, shown = {} }) => {
      const notified = await cancelPriceChange(deps, tx, change);
      shown.clients = notified;
      return answer("priceChangeCancelled", { count: notified });
    },
    {
      confirm: ({ change }) => `Take back the announced price ${change}?`,
      choices: { change: choices.announcedPrices },
    },
  );
}

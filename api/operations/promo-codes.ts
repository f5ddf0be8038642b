import * as z from "zod/mini";
import { promoCodes } from "#api/db/schema/promo-codes";
import { answer } from "#api/lib/answer";
import { money } from "#api/lib/money";
import { utcDay } from "#api/lib/utc-day";
import {
  createHousePromoCode,
  endHousePromoCode,
  housePromoInput,
  listHousePromoCodes,
} from "#api/modules/partners/house-promo-codes";
import { dayOf } from "#contract/day";
import { choices } from "./choices";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

/** Commands for the provider's own promo codes. Partners make theirs in the client area. */
export const promoCodesCommands: CommandGroup = (program, operation) => {
  const area = program.command("promo-codes").description("promo codes of the provider");
  operation(
    withPages(
      area
        .command("list")
        .description("list promo codes with their uses and the discount granted, newest first"),
    ),
    z.object(pageInput),
    (page, { deps, tx }) =>
      listPage(page, {
        columns: [promoCodes.createdAt, promoCodes.id],
        isDescending: true,
        read: (part) => listHousePromoCodes(deps, tx, part),
        row: (code) => ({
          id: code.id,
          code: code.name,
          percent: code.discount,
          state: code.state,
          // the last day, as it was given
          until: code.endsAt && utcDay(dayOf(new Date(code.endsAt.getTime() - 1))),
          uses: code.uses,
          limit: code.useLimit,
          newServers: code.isForNewServers,
          granted: money(code.grantedCents),
          by: code.author,
        }),
      }),
    { isRead: true },
  );
  operation(
    area
      .command("create <name>")
      .description("create a promo code for 1-month rentals and renewals")
      .requiredOption("--percent <number>", "discount, 1 to 90")
      .option("--until <day>", "last day (UTC), such as 2026-12-31; by default no end")
      .option("--limit <number>", "maximum number of payments; by default no limit")
      .option("--new-servers", "only for new servers, not for renewals"),
    housePromoInput,
    async (input, { deps, tx, operator }) => {
      await createHousePromoCode(deps, tx, input, operator);
      return answer("promoCreated", { name: input.name, percent: input.percent });
    },
    ({ name, percent }) => `Create the promo code ${name} with ${percent}% off?`,
  );
  operation(
    area.command("end <id>").description("end a promo code; orders that use it may be finished for a day"),
    z.object({ id: z.string() }),
    async ({ id }, { deps, tx }) => answer("promoEnded", { name: await endHousePromoCode(deps, tx, id) }),
    { confirm: ({ id }) => `End promo code ${id}?`, choices: { id: choices.promoCodes } },
  );
};

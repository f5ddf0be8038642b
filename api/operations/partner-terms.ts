import * as z from "zod/mini";
import { partnerTerms } from "#api/db/schema/partners";
import { money } from "#api/lib/money";
import { findTerms } from "#api/modules/partners/find-terms";
import type { Terms } from "#api/modules/partners/terms";
import { readAmount } from "#contract/amount";
import { beforeOf } from "./before";
import type { CommandGroup } from "./operation";

const percent = z.optional(z.coerce.number().check(z.minimum(0), z.maximum(100)));

/** A sum in dollars, as it was written. */
const dollars = z.string().check(({ value, issues }) => {
  const { cents, message } = readAmount(value);
  if (cents === undefined) issues.push({ code: "custom", message, input: value });
});

const changes = z.object({
  level1: percent,
  level2: percent,
  level3: percent,
  minWithdrawal: z.optional(dollars),
  clearingDays: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(365))),
});

const formatTerms = ({ percents, minWithdrawalCents, clearingDays }: Terms) => ({
  "level 1, %": percents[1],
  "level 2, %": percents[2],
  "level 3, %": percents[3],
  "minimum withdrawal": money(minWithdrawalCents),
  "clearing, days": clearingDays,
});

/**
 * Commands for the terms of the partner program. Changes apply to future payments: booked rewards keep their percent
 * and clearing.
 */
export const partnerCommands: CommandGroup = (program, operation) => {
  const partner = program.command("partner").description("the partner program's terms");
  operation(
    partner
      .command("terms")
      .description("show the terms, or change those that are given")
      .option("--level1 <percent>")
      .option("--level2 <percent>")
      .option("--level3 <percent>")
      .option("--min-withdrawal <dollars>")
      .option("--clearing-days <days>", "days until a reward can be withdrawn"),
    changes,
    async (given, { tx, details }) => {
      const { level1, level2, level3, minWithdrawal, clearingDays } = given;
      const currentTerms = await findTerms(tx);
      const { percents: previous } = currentTerms;
      const before = beforeOf(given, {
        level1: previous[1],
        level2: previous[2],
        level3: previous[3],
        minWithdrawal: `${currentTerms.minWithdrawalCents / 100}`,
        clearingDays: currentTerms.clearingDays,
      });
      if (Object.keys(before).length > 0) details.before = before;
      const terms: Terms = {
        percents: {
          1: level1 ?? currentTerms.percents[1],
          2: level2 ?? currentTerms.percents[2],
          3: level3 ?? currentTerms.percents[3],
        },
        minWithdrawalCents: readAmount(minWithdrawal ?? "").cents ?? currentTerms.minWithdrawalCents,
        clearingDays: clearingDays ?? currentTerms.clearingDays,
      };
      const { percents, ...rest } = terms;
      const row = { percent1: percents[1], percent2: percents[2], percent3: percents[3], ...rest };
      await tx.insert(partnerTerms).values(row).onConflictDoUpdate({ target: partnerTerms.id, set: row });
      return formatTerms(terms);
    },
    {
      confirm: (given) =>
        Object.keys(given).length > 0 ? "Change the partner program's terms for all partners?" : undefined,
      current: {
        of: [],
        read: async (tx) => {
          const { percents, minWithdrawalCents, clearingDays } = await findTerms(tx);
          return {
            level1: `${percents[1]}`,
            level2: `${percents[2]}`,
            level3: `${percents[3]}`,
            minWithdrawal: `${minWithdrawalCents / 100}`,
            clearingDays: `${clearingDays}`,
          };
        },
      },
    },
  );
};

import { and, gte, ilike, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { escapeLike } from "#api/db/escape-like";
import { operatorActions } from "#api/db/schema/operator";
import { date } from "#contract/period";
import { beforeText, isBefore } from "./before";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

const rowsPerPage = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000));

/** Commands to read the log of staff actions, which has a row for each command. */
export const auditCommands: CommandGroup = (program, operation) => {
  const area = program.command("audit").description("staff actions");
  operation(
    withPages(
      area
        .command("list")
        .description("list commands that were run, newest first")
        .option("--by <name>", "by this person: a name, or the beginning of one or of an e-mail address")
        .option("--action <words>", "command name, such as `servers block`")
        .option("--about <text>", "text in the entry: an e-mail, ID or reason")
        .option("--since <day>", "starting on this day (UTC)")
        .option("--limit <number>", "rows of a page", "100"),
      "rows",
    ),
    z.object({
      by: z.optional(z.string()),
      action: z.optional(z.string()),
      about: z.optional(z.string()),
      since: z.optional(date),
      limit: rowsPerPage,
      ...pageInput,
    }),
    async ({ by, action, about, since, limit: most, ...cursors }, { tx }) => {
      const like = (text: string) => `%${escapeLike(text)}%`;
      const isListed = and(
        by === undefined ? undefined : ilike(operatorActions.operator, `${escapeLike(by)}%`),
        action === undefined ? undefined : ilike(operatorActions.command, like(action)),
        about === undefined
          ? undefined
          : sql`exists (select 1 from jsonb_each_text(${operatorActions.input}) as given where given.value ilike ${like(about)})`,
        since === undefined ? undefined : gte(operatorActions.at, new Date(since)),
      );
      const page = await listPage(
        tx,
        cursors,
        [operatorActions.at, operatorActions.id],
        ({ condition, order, limit }) =>
          tx
            .select()
            .from(operatorActions)
            .where(and(isListed, condition))
            .orderBy(...order)
            .limit(limit),
        ({ id }) => id,
        { isDescending: true, limit: most },
      );
      const rows = page.rows.map(({ id, at, operator, command, input, answer: result, address }) => ({
        at,
        by: operator,
        action: command,
        with: Object.entries(input)
          .filter(([name, value]) => name !== "before" || !isBefore(value))
          .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
          .join(", "),
        before: isBefore(input.before) ? beforeText(input.before) : null,
        result,
        fromAddress: address,
        id,
      }));
      return { ...page, rows };
    },
    { isRead: true },
  );
};

import { and, eq, getTableColumns, gte, ilike, or, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { escapeLike } from "#api/db/escape-like";
import { operatorActions } from "#api/db/schema/operator";
import { date } from "#contract/period";
import { affectedClientId } from "./affected-client";
import { beforeParts, inputParts } from "./audit-input";
import { isBefore } from "./before";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";
import { resultOf } from "./result-of";

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
        .option("--about <text>", "a client by e-mail or ID, or text in the entry: an ID or a reason")
        .option("--since <day>", "starting on this day (UTC)"),
    ),
    z.object({
      by: z.optional(z.string()),
      action: z.optional(z.string()),
      about: z.optional(z.string()),
      since: z.optional(date),
      ...pageInput,
    }),
    async ({ by, action, about, since, ...page }, { tx }) => {
      const like = (text: string) => `%${escapeLike(text)}%`;
      const clientId = about === undefined ? null : await affectedClientId(tx, { client: about });
      const isListed = and(
        by === undefined ? undefined : ilike(operatorActions.operator, `${escapeLike(by)}%`),
        action === undefined ? undefined : ilike(operatorActions.command, like(action)),
        about === undefined
          ? undefined
          : or(
              clientId === null ? undefined : eq(operatorActions.userId, clientId),
              sql`exists (select 1 from jsonb_each_text(${operatorActions.input}) as given where given.key <> 'answered' and given.value ilike ${like(about)})`,
            ),
        since === undefined ? undefined : gte(operatorActions.at, new Date(since)),
      );
      return listPage(page, {
        columns: [operatorActions.at, operatorActions.id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ ...getTableColumns(operatorActions), place })
            .from(operatorActions)
            .where(and(isListed, condition))
            .orderBy(...order)
            .limit(limit),
        row: ({ id, at, operator, command, input, answer: result, address }) => ({
          at,
          by: operator,
          action: command,
          with: inputParts(program, command, input),
          before: isBefore(input.before) ? beforeParts(program, command, input.before, input) : null,
          result: resultOf(input, result),
          fromAddress: address,
          id,
        }),
      });
    },
    { isRead: true },
  );
};

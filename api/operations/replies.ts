import { asc, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { savedReplies } from "#api/db/schema/staff";
import { answer, OperatorError } from "#api/lib/answer";
import { requireKnownPlaceholders } from "#api/modules/support/saved-replies";
import { ticketTextMaxLength } from "#contract/rules";
import { choices } from "./choices";
import type { CommandGroup } from "./operation";

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(ticketTextMaxLength));

/** Commands for saved replies. */
export const repliesCommands: CommandGroup = (program, operation) => {
  const area = program.command("replies").description("saved replies to tickets, in both languages");
  operation(
    area.command("list").description("list saved replies"),
    z.object({}),
    async (_, { tx }) =>
      tx
        .select({ name: savedReplies.name, en: savedReplies.textEn, ru: savedReplies.textRu })
        .from(savedReplies)
        .orderBy(asc(savedReplies.name)),
    { isRead: true },
  );
  operation(
    area
      .command("set <name>")
      .description("add or change a saved reply; {{name}}, {{email}} and {{title}} are filled in")
      .requiredOption("--en <text>", "in English")
      .requiredOption("--ru <text>", "in Russian"),
    z.object({ name, en: text, ru: text }),
    async ({ name, en, ru }, { deps, tx, details }) => {
      for (const written of [en, ru]) requireKnownPlaceholders(written);
      const [previous] = await tx
        .select()
        .from(savedReplies)
        .where(eq(savedReplies.name, name))
        .for("update");
      if (previous) details.before = { en: previous.textEn, ru: previous.textRu };
      const row = { textEn: en, textRu: ru, changedAt: deps.clock.now() };
      await tx
        .insert(savedReplies)
        .values({ name, ...row })
        .onConflictDoUpdate({ target: savedReplies.name, set: row });
      return answer("replySaved", { name });
    },
    {
      current: {
        of: ["name"],
        read: async (tx, [name = ""], { isLocked }) => {
          const query = tx.select().from(savedReplies).where(eq(savedReplies.name, name));
          // `replies remove` waits too
          const [reply] = await (isLocked ? query.for("update") : query);
          return reply && { en: reply.textEn, ru: reply.textRu };
        },
      },
    },
  );
  operation(
    area.command("remove <name>").description("delete a saved reply"),
    z.object({ name }),
    async ({ name }, { tx, details }) => {
      const [deleted] = await tx.delete(savedReplies).where(eq(savedReplies.name, name)).returning();
      if (!deleted) throw new OperatorError("noSavedReply", { name });
      details.before = { en: deleted.textEn, ru: deleted.textRu };
      return answer("replyDeleted", { name });
    },
    { confirm: ({ name }) => `Delete the reply ${name}?`, choices: { name: choices.savedReplies } },
  );
};

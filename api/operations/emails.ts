import { desc, eq, isNotNull } from "drizzle-orm";
import * as z from "zod/mini";
import { mailReturns } from "#api/db/schema/email";
import { ApiError } from "#api/lib/api-error";
import type { CommandGroup } from "./operation";

export const emailsCommands: CommandGroup = (program, operation) => {
  const bounced = program.command("letters").description("addresses with bounced e-mails");
  operation(
    bounced.command("stopped").description("list addresses that get no more e-mails"),
    z.object({}),
    async (_, { tx }) =>
      tx
        .select()
        .from(mailReturns)
        .where(isNotNull(mailReturns.stoppedAt))
        .orderBy(desc(mailReturns.stoppedAt)),
    { isRead: true },
  );
  operation(
    bounced.command("resume <address>").description("resume sending to an address"),
    z.object({ address: z.string().check(z.toLowerCase()) }),
    async ({ address }, { tx }) => {
      const deleted = await tx.delete(mailReturns).where(eq(mailReturns.address, address)).returning();
      if (deleted.length === 0) throw new ApiError(404, "notFound");
      return `Sending to ${address} resumed.`;
    },
  );
};

import { and, eq, getTableColumns, isNotNull } from "drizzle-orm";
import * as z from "zod/mini";
import { mailReturns, sentEmails } from "#api/db/schema/email";
import { users } from "#api/db/schema/users";
import { isStopped } from "#api/email/bounces";
import type { Mail } from "#api/email/send";
import { sendMail } from "#api/email/send";
import { hasOneTimeSecret } from "#api/email/sent";
import type { TemplateName } from "#api/email/templates";
import type { Answer } from "#api/lib/answer";
import { answer } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { sendInvoice } from "#api/modules/books/invoices/send";
import { clientBy } from "./find-client";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup, Context } from "./operation";

/** Sends an e-mail again, to the client's present address and in their present language. */
async function resend({ deps, tx }: Context, id: string): Promise<Answer> {
  const [row] = await tx
    .select({ email: sentEmails, client: users })
    .from(sentEmails)
    .innerJoin(users, eq(users.id, sentEmails.userId))
    .where(eq(sentEmails.id, id));
  if (!row) throw new ApiError(404, "notFound");
  const { email, client } = row;
  const template = email.template as TemplateName;
  if (hasOneTimeSecret(template)) throw new ApiError(409, "emailHasSecret");
  if (!email.values) throw new ApiError(409, "emailNotStored");
  if (await isStopped(tx, client.email)) throw new ApiError(409, "emailsStopped");
  const { language, email: to } = client;
  if (template === "invoiceSent") await sendInvoice(deps, tx, { id: String(email.values.invoiceId) });
  else {
    const { values, unsubscribe } = email;
    const mail = { to, language, template, values, ...(unsubscribe && { unsubscribe }) };
    await sendMail(deps, tx, mail as Mail);
  }
  return answer("emailResent", { subject: email.subject ?? "", to });
}

export const emailsCommands: CommandGroup = (program, operation) => {
  const area = program.command("emails").description("e-mails sent to clients, addresses that bounce");
  operation(
    withPages(area.command("list <client>").description("list e-mails sent to a client, newest first")),
    z.object({ client: z.string(), ...pageInput }),
    async ({ client, ...page }, { tx }) => {
      const { id: userId } = await clientBy(tx, client);
      const { id, sentAt, address, subject, template } = sentEmails;
      return listPage(page, {
        columns: [sentAt, id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ id, at: sentAt, address, subject, template, place })
            .from(sentEmails)
            .where(and(eq(sentEmails.userId, userId), condition))
            .orderBy(...order)
            .limit(limit),
      });
    },
    { isRead: true },
  );
  operation(
    area
      .command("resend <id>")
      .description("send an e-mail again to its client's present address; none with a one-time code or link"),
    z.object({ id: z.string() }),
    ({ id }, context) => resend(context, id),
  );

  operation(
    withPages(area.command("stopped").description("list addresses that get no more e-mails, the last first")),
    z.object(pageInput),
    (page, { tx }) =>
      listPage(page, {
        columns: [mailReturns.stoppedAt, mailReturns.address],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ ...getTableColumns(mailReturns), place })
            .from(mailReturns)
            .where(and(isNotNull(mailReturns.stoppedAt), condition))
            .orderBy(...order)
            .limit(limit),
      }),
    { isRead: true },
  );
  operation(
    area.command("resume <address>").description("resume sending to an address"),
    z.object({ address: z.string().check(z.toLowerCase()) }),
    async ({ address }, { tx, details }) => {
      const [deleted] = await tx.delete(mailReturns).where(eq(mailReturns.address, address)).returning();
      if (!deleted) throw new ApiError(404, "notFound");
      details.before = { stopped: deleted.stoppedAt, failures: deleted.failures, reason: deleted.reason };
      return answer("emailsResumed", { address });
    },
  );
};

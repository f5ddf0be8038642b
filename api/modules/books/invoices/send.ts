import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { invoices } from "#api/db/schema/books";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { renderEmail } from "#api/email/render";
import { handOver } from "#api/email/send";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import { documentOf } from "./document";
import type { Invoice } from "./issue";
import { invoicePdf } from "./pdf";

/**
 * Sends an invoice or a credit note to its client, as PDF. If it runs twice, both emails have the same Message-ID.
 */
export const sendInvoiceJob = job(
  "books.send-invoice",
  z.object({ id: z.string(), invoiceId: z.string() }),
  async ({ id, invoiceId }, deps) => {
    const [row] = await deps.db
      .select({ invoice: invoices, client: users })
      .from(invoices)
      .innerJoin(users, eq(users.id, invoices.userId))
      .where(eq(invoices.id, invoiceId));
    if (!row) return;
    const { invoice, client } = row;
    const { name, email: to, language } = client;
    const document = await documentOf(deps.db, invoice, language);
    const { number, kind, totalCents } = document;
    const written = renderEmail(
      "invoiceSent",
      language,
      { name, number, isCredit: kind === "creditNote", invoiceId, totalCents, reason: document.reason ?? "" },
      { origin: deps.settings.publicOrigin, brand: deps.settings.brand },
    );
    const content = await invoicePdf(document, language);
    const attachments = [{ filename: `${number}.pdf`, content, contentType: "application/pdf" }];
    await handOver(deps, { id, to, template: "invoiceSent", attachments, ...written }, { invoiceId });
  },
);

/** Sends it once `tx` has committed. */
export async function sendInvoice(
  { ids }: Pick<Deps, "ids">,
  tx: Tx,
  { id }: Pick<Invoice, "id">,
): Promise<void> {
  await enqueue(tx, sendInvoiceJob, { id: ids.id(), invoiceId: id });
}

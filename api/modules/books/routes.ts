import { and, desc, eq } from "drizzle-orm";
import { billingDetails, invoices } from "#api/db/schema/books";
import type { Handler, HandlerContext } from "#api/http/handle";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/books/index";
import { invoicesPerPage } from "#contract/rules";
import { documentOf, listed } from "./invoices/document";
import { invoicePdf as drawPdf } from "./invoices/pdf";

export const readBillingDetails = handle(contract.readBillingDetails, async (_, { db, client }) => {
  const [row] = await db.select().from(billingDetails).where(eq(billingDetails.userId, client.id));
  return row ?? { company: null, address: null, country: null, taxId: null };
});

export const changeBillingDetails = handle(
  contract.changeBillingDetails,
  async (input, { db, client, clock }) => {
    const details = {
      company: input.company || null,
      address: input.address || null,
      country: input.country ?? null,
      taxId: input.taxId || null,
      changedAt: clock.now(),
    };
    await db
      .insert(billingDetails)
      .values({ userId: client.id, ...details })
      .onConflictDoUpdate({ target: billingDetails.userId, set: details });
    return { ok: true } as const;
  },
);

type Context = Pick<HandlerContext<typeof contract.readInvoice>, "db" | "client" | "language">;

async function ownInvoice({ db, client, language }: Context, invoiceId: string) {
  const [invoice] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, invoiceId), eq(invoices.userId, client.id)));
  if (!invoice) throw new ApiError(404, "notFound");
  return documentOf(db, invoice, language);
}

export const listInvoices = handle(
  contract.invoices,
  async ({ page: requestedPage }, { db, client, language }) => {
    const isOwn = eq(invoices.userId, client.id);
    const total = await db.$count(invoices, isOwn);
    const pages = Math.max(1, Math.ceil(total / invoicesPerPage));
    const page = Math.min(requestedPage, pages);
    const rows = await db
      .select()
      .from(invoices)
      .where(isOwn)
      .orderBy(desc(invoices.issuedAt), desc(invoices.id))
      .limit(invoicesPerPage)
      .offset((page - 1) * invoicesPerPage);
    return { invoices: rows.map((row) => listed(row, language)), page, pages, total };
  },
);

export const readInvoice = handle(contract.readInvoice, ({ invoiceId }, context) =>
  ownInvoice(context, invoiceId),
);

export const invoicePdf = handle(contract.invoicePdf, async ({ invoiceId }, context) => {
  const document = await ownInvoice(context, invoiceId);
  return new Response(new Uint8Array(await drawPdf(document, context.language)), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${document.number}.pdf"`,
    },
  });
});

export const booksRoutes: readonly Handler[] = [
  readBillingDetails,
  changeBillingDetails,
  listInvoices,
  readInvoice,
  invoicePdf,
];

import { writeFile } from "node:fs/promises";
import * as z from "zod/mini";
import { invoices } from "#api/db/schema/books";
import { answer } from "#api/lib/answer";
import { money } from "#api/lib/money";
import {
  correctInvoice,
  correctInvoiceInput,
  listInvoices,
  listInvoicesInput,
  resendInvoice,
  resendInvoiceInput,
  showInvoice,
  showInvoiceInput,
} from "#api/modules/books/invoices/admin-invoices";
import { invoicePdf } from "#api/modules/books/invoices/pdf";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

export const invoicesCommands: CommandGroup = (program, operation) => {
  const area = program.command("invoices").description("invoices and credit notes");
  operation(
    withPages(
      area
        .command("list")
        .description("list invoices and credit notes, newest first")
        .option("--from <day>", "first day (UTC); by default the first of the month")
        .option("--to <day>", "last day; by default today")
        .option("--client <email>", "for one client")
        .option("--kind <kind>", "invoice or creditNote"),
    ),
    z.extend(listInvoicesInput, pageInput),
    (input, { deps, tx }) =>
      listPage(input, {
        columns: [invoices.issuedAt, invoices.number, invoices.id],
        isDescending: true,
        read: (part) => listInvoices(deps, tx, input, part),
        row: ({ netCents, taxCents, totalCents, ...row }) => ({
          ...row,
          net: money(netCents),
          tax: money(taxCents),
          total: money(totalCents),
        }),
      }),
    { isRead: true },
  );
  operation(
    area
      .command("show <number>")
      .description("one as it was issued")
      .option("--language <code>", "en or ru", "en")
      .option("--pdf <path>", "also save as a PDF file"),
    z.extend(showInvoiceInput, { pdf: z.optional(z.string()) }),
    async ({ pdf, ...input }, { tx }) => {
      const { number, kind, issuedAt, seller, buyer, ...details } = await showInvoice(tx, input);
      const whole = { ...details, number, kind, issuedAt, seller, buyer };
      if (pdf !== undefined) await writeFile(pdf, await invoicePdf(whole, input.language), { flag: "wx" });
      return {
        number,
        kind,
        issuedAt: new Date(issuedAt),
        seller: seller.join(", "),
        buyer: buyer.join(", "),
        about: details.about,
        net: money(details.netCents),
        tax: details.taxPercent === null ? null : [money(details.taxCents), ` (${details.taxPercent}%)`],
        total: money(details.totalCents),
        corrects: details.corrects?.number,
        reason: details.reason,
      };
    },
    { isRead: true, files: ["pdf"] },
  );
  operation(
    area.command("resend <number>").description("e-mail an invoice to its client as PDF"),
    resendInvoiceInput,
    async (input, { deps, tx }) => {
      await resendInvoice(deps, tx, input);
      return answer("invoiceSent", { number: input.number });
    },
  );
  operation(
    area
      .command("correct <number>")
      .description(
        "issue a credit note and a new invoice with current details; both are sent, no money moves",
      )
      .requiredOption("--reason <text>", "why, in the client's language"),
    correctInvoiceInput,
    async (input, { deps, tx }) => {
      const { creditNote, invoice } = await correctInvoice(deps, tx, input);
      return answer("invoiceCorrected", { creditNote, number: input.number, invoice });
    },
    ({ number }) => `Take ${number} back and issue it anew?`,
  );
};

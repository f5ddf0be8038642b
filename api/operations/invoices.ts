import { writeFile } from "node:fs/promises";
import * as z from "zod/mini";
import {
  correctInvoice,
  correctInvoiceInput,
  listInvoices,
  listInvoicesInput,
  resendInvoice,
  resendInvoiceInput,
  showInvoice,
  showInvoiceInput,
} from "#api/modules/books/invoices/operate";
import { invoicePdf } from "#api/modules/books/invoices/pdf";
import type { CommandGroup } from "./operation";

const dollars = (cents: number) => (cents / 100).toFixed(2);

export const invoicesCommands: CommandGroup = (program, operation) => {
  const area = program.command("invoices").description("invoices and credit notes of what clients have paid");
  operation(
    area
      .command("list")
      .description("invoices and credit notes, the newest first")
      .option("--from <day>", "the first day (UTC); the first of the month without it")
      .option("--to <day>", "the last day; today without it")
      .option("--client <email>", "of one client")
      .option("--kind <kind>", "invoice or creditNote")
      .option("--limit <number>", "so many at most", "100"),
    listInvoicesInput,
    async (input, { deps, tx }) =>
      (await listInvoices(deps, tx, input)).map(({ netCents, taxCents, totalCents, ...row }) => ({
        ...row,
        net: dollars(netCents),
        tax: dollars(taxCents),
        total: dollars(totalCents),
      })),
    { isRead: true },
  );
  operation(
    area
      .command("show <number>")
      .description("one as it was issued")
      .option("--language <code>", "en or ru", "en")
      .option("--pdf <path>", "write it to a new file as well"),
    z.extend(showInvoiceInput, { pdf: z.optional(z.string()) }),
    async ({ pdf, ...input }, { tx }) => {
      const { number, kind, issuedAt, seller, buyer, ...paper } = await showInvoice(tx, input);
      const whole = { ...paper, number, kind, issuedAt, seller, buyer };
      if (pdf !== undefined) await writeFile(pdf, await invoicePdf(whole, input.language), { flag: "wx" });
      return {
        number,
        kind,
        issuedAt,
        seller: seller.join(", "),
        buyer: buyer.join(", "),
        about: paper.about,
        net: dollars(paper.netCents),
        tax: paper.taxPercent === null ? null : `${dollars(paper.taxCents)} (${paper.taxPercent}%)`,
        total: dollars(paper.totalCents),
        corrects: paper.corrects?.number,
        reason: paper.reason,
      };
    },
    { isRead: true, files: ["pdf"] },
  );
  operation(
    area.command("resend <number>").description("send one to its client by e-mail, as PDF"),
    resendInvoiceInput,
    async (input, { deps, tx }) => {
      await resendInvoice(deps, tx, input);
      return `${input.number} is sent.`;
    },
  );
  operation(
    area
      .command("correct <number>")
      .description(
        "take an invoice back by a credit note and issue it anew with the details as they are now; both are sent, no money moves",
      )
      .requiredOption("--reason <text>", "why, in the client's language"),
    correctInvoiceInput,
    async (input, { deps, tx }) => {
      const { creditNote, invoice } = await correctInvoice(deps, tx, input);
      return `${creditNote} takes ${input.number} back, ${invoice} is in its place.`;
    },
    ({ number }) => `Take ${number} back and issue it anew?`,
  );
};

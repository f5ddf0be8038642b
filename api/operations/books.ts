import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod/mini";
import { answer } from "#api/lib/answer";
import { money } from "#api/lib/money";
import { utcDay } from "#api/lib/utc-day";
import { bookSpanInput } from "#api/modules/books/book-span";
import { ledgerExport, ledgerExportInput } from "#api/modules/books/ledger-export";
import { owedToPartners, owedToPartnersInput } from "#api/modules/books/owed-to-partners";
import { discountsByPromoCode } from "#api/modules/books/promo-discounts";
import { revenue, revenueInput } from "#api/modules/books/revenue";
import type { TranslatedRow } from "./command-output";
import type { CommandGroup } from "./operation";

export const booksCommands: CommandGroup = (program, operation) => {
  const area = program.command("books").description("reports for accounting, from the ledger");
  operation(
    area
      .command("revenue")
      .description("revenue by day and plan, or payments by day and method")
      .option("--from <day>", "first day (UTC); by default the first of the month")
      .option("--to <day>", "last day; by default today")
      .option("--by <what>", "plan or method", "plan"),
    z.extend(revenueInput, { by: z.enum(["plan", "method"]) }),
    async ({ by, ...span }, { deps, tx }) => {
      const { plans, methods, earnedCents, receivedCents } = await revenue(deps, tx, span);
      const rows: TranslatedRow[] = (by === "plan" ? plans : methods).map(({ cents, day, ...row }) => ({
        day: utcDay(day),
        ...row,
        usd: money(cents),
      }));
      const total = by === "plan" ? earnedCents : receivedCents;
      return rows.length === 0 ? rows : [...rows, { day: answer("total"), [by]: "", usd: money(total) }];
    },
    { isRead: true },
  );
  operation(
    area
      .command("discounts")
      .description("what promo codes took off prices, by day and code")
      .option("--from <day>", "first day (UTC); by default the first of the month")
      .option("--to <day>", "last day; by default today"),
    bookSpanInput,
    async (span, { deps, tx }) =>
      (await discountsByPromoCode(deps, tx, span)).map(({ day, code, isOfPartner, payments, cents }) => ({
        day: utcDay(day),
        code,
        ofPartner: isOfPartner,
        payments,
        usd: money(cents),
      })),
    { isRead: true },
  );
  operation(
    area
      .command("partners")
      .description("what partners are owed, the largest sum first")
      .option("--on <day>", "at the end of this day (UTC); by default now"),
    owedToPartnersInput,
    async (input, { deps, tx }) =>
      (await owedToPartners(deps, tx, input)).map(
        ({ email, balanceCents, heldCents, debtCents, owedCents }) => ({
          partner: email,
          balance: money(balanceCents),
          held: money(heldCents),
          debt: money(debtCents),
          owed: money(owedCents),
        }),
      ),
    { isRead: true },
  );
  operation(
    area
      .command("export")
      .description("export the ledger as CSV, one line per entry")
      .requiredOption("--file <path>", "a new file")
      .option("--from <day>", "first day (UTC); by default the first of the month")
      .option("--to <day>", "last day; by default today")
      .option("--with-opening", "start with each account's opening balance"),
    z.extend(ledgerExportInput, { file: z.string() }),
    async ({ file, ...input }, { deps }) =>
      async () => {
        await pipeline(
          Readable.from(ledgerExport(deps, input)),
          createWriteStream(file, { mode: 0o600, flags: "wx" }),
        );
        return `Written to ${file}.`;
      },
    { isShellOnly: true },
  );
};

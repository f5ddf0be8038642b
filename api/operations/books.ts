import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod/mini";
import type { Answer } from "#api/lib/answer";
import { answer } from "#api/lib/answer";
import { money } from "#api/lib/money";
import { utcDay } from "#api/lib/utc-day";
import { bookMonths } from "#api/modules/books/book-months";
import { bookSpanInput } from "#api/modules/books/book-span";
import { ledgerExport, ledgerExportInput } from "#api/modules/books/ledger-export";
import type { OwedToPartner } from "#api/modules/books/owed-to-partners";
import { owedToPartners, owedToPartnersInput } from "#api/modules/books/owed-to-partners";
import { discountsByPromoCode } from "#api/modules/books/promo-discounts";
import { revenue, revenueInput } from "#api/modules/books/revenue";
import type { TranslatedRow } from "./command-output";
import type { CommandGroup } from "./operation";

/** Returns the sums of these fields. */
const totalsOf = <Name extends string>(rows: readonly Record<Name, number>[], ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Record<
    Name,
    number
  >;

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
      const counts =
        by === "plan" ? totalsOf(plans, "payments", "refunds") : totalsOf(methods, "deposits", "refunds");
      return rows.length === 0
        ? rows
        : [...rows, { day: answer("total"), [by]: "", ...counts, usd: money(total) }];
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
    async (span, { deps, tx }) => {
      const discounts = await discountsByPromoCode(deps, tx, span);
      const rows: TranslatedRow[] = discounts.map(({ day, code, isOfPartner, payments, cents }) => ({
        day: utcDay(day),
        code,
        ofPartner: isOfPartner,
        payments,
        usd: money(cents),
      }));
      const { payments, cents } = totalsOf(discounts, "payments", "cents");
      const total = { day: answer("total"), code: "", ofPartner: null, payments, usd: money(cents) };
      return rows.length === 0 ? rows : [...rows, total];
    },
    { isRead: true },
  );
  operation(
    area
      .command("partners")
      .description("what partners are owed, the largest sum first")
      .option("--on <day>", "at the end of this day (UTC); by default now"),
    owedToPartnersInput,
    async (input, { deps, tx }) => {
      const partners = await owedToPartners(deps, tx, input);
      const row = (
        partner: string | Answer,
        sums: Omit<OwedToPartner, "userId" | "email">,
      ): TranslatedRow => ({
        partner,
        balance: money(sums.balanceCents),
        held: money(sums.heldCents),
        debt: money(sums.debtCents),
        owed: money(sums.owedCents),
      });
      const rows = partners.map(({ email, ...sums }) => row(email, sums));
      const total = totalsOf(partners, "balanceCents", "heldCents", "debtCents", "owedCents");
      return rows.length === 0 ? rows : [...rows, row(answer("total"), total)];
    },
    { isRead: true },
  );
  operation(
    area.command("months").description("list the months in which money moved, latest first"),
    z.object({}),
    async (_, { tx }) => (await bookMonths(tx)).map((month) => ({ month })),
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

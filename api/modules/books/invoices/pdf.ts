import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { formatMoney, formatTime } from "#api/lib/format";
import { textOf } from "#api/lib/translations";
import type { InvoiceDocument } from "#contract/books/index";
import type { Language } from "#contract/languages";
import { tokens } from "#contract/look/tokens";

const invoiceText = textOf("invoices");
const require = createRequire(import.meta.url);
// Covers Latin and Cyrillic.
const fontFile = (file: string) => require.resolve(`@expo-google-fonts/pt-sans/${file}`);

const margin = 56;
const sumWidth = 110;
const quiet = tokens.muted.light;
const black = tokens.text.light;

/** Renders an invoice or a credit note as PDF, A4. */
export async function invoicePdf(paper: InvoiceDocument, language: Language): Promise<Buffer> {
  const say = (...[key, values]: [Parameters<typeof invoiceText>[1], Parameters<typeof invoiceText>[2]?]) =>
    invoiceText(language, key, values);
  const pdf = new PDFDocument({
    size: "A4",
    margin,
    lang: language,
    tagged: true,
    displayTitle: true,
    info: { Title: `${say(paper.kind)} ${paper.number}`, CreationDate: new Date(paper.issuedAt) },
    font: fontFile("400Regular/PTSans_400Regular.ttf"),
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  pdf.registerFont("regular", fontFile("400Regular/PTSans_400Regular.ttf"));
  pdf.registerFont("bold", fontFile("700Bold/PTSans_700Bold.ttf"));
  const width = pdf.page.width - 2 * margin;

  pdf
    .font("bold")
    .fontSize(20)
    .fillColor(black)
    .text(`${say(paper.kind)} ${paper.number}`);
  pdf.font("regular").fontSize(10).fillColor(quiet).text(formatTime(paper.issuedAt, language));
  if (paper.corrects) pdf.text(say("correctsIs", { number: paper.corrects.number }));
  if (paper.reason) pdf.text(say("reasonIs", { reason: paper.reason }));
  pdf.moveDown(1.5);

  const top = pdf.y;
  const party = (x: number, title: string, lines: readonly string[]): number => {
    pdf.fillColor(quiet).text(title, x, top, { width: width / 2 - 12 });
    pdf.fillColor(black);
    for (const line of lines) pdf.text(line, { width: width / 2 - 12 });
    return pdf.y;
  };
  const bottom = Math.max(
    party(margin, say("seller"), paper.seller),
    party(margin + width / 2, say("buyer"), paper.buyer),
  );
  pdf.y = bottom + 24;

  const row = (text: string, sum: string, font: "regular" | "bold" = "regular"): void => {
    const { y } = pdf;
    pdf.font(font).fillColor(black);
    pdf.text(text, margin, y, { width: width - sumWidth - 12 });
    const below = pdf.y;
    pdf.text(sum, margin + width - sumWidth, y, { width: sumWidth, align: "right" });
    pdf.y = Math.max(below, pdf.y) + 6;
  };
  const rule = (): void => {
    pdf
      .moveTo(margin, pdf.y)
      .lineTo(margin + width, pdf.y)
      .lineWidth(0.5)
      .strokeColor(quiet)
      .stroke();
    pdf.y += 8;
  };
  const money = (cents: number) => formatMoney(cents, language);
  rule();
  for (const { text, amountCents } of paper.lines) row(text, money(amountCents));
  rule();
  if (paper.taxPercent !== null) {
    row(say("net"), money(paper.netCents));
    row(say("tax", { percent: paper.taxPercent }), money(paper.taxCents));
  }
  row(say("total"), money(paper.totalCents), "bold");
  if (paper.isReverseCharge) pdf.font("regular").fillColor(quiet).text(say("reverseCharge"), margin);
  pdf
    .font("regular")
    .fillColor(quiet)
    .text(say(paper.kind === "invoice" ? "paidNote" : "creditedNote"), margin);
  pdf.end();
  return done;
}

import { createRequire } from "node:module";
import { formatMoney, formatTime } from "#api/lib/format";
import { textOf } from "#api/lib/translations";
import type { InvoiceDocument } from "#contract/books/index";
import { tokens } from "#contract/branding/tokens";
import type { Language } from "#contract/languages";

const invoiceText = textOf("invoices");
const require = createRequire(import.meta.url);
// Covers Latin and Cyrillic.
const fontFile = (file: string) => require.resolve(`@expo-google-fonts/pt-sans/${file}`);

const margin = 56;
const sumWidth = 110;
const quiet = tokens.muted.light;
const black = tokens.text.light;

/** Renders an invoice or a credit note as PDF, A4. */
export async function invoicePdf(document: InvoiceDocument, language: Language): Promise<Buffer> {
  const t = (...[key, values]: [Parameters<typeof invoiceText>[1], Parameters<typeof invoiceText>[2]?]) =>
    invoiceText(language, key, values);
  // loaded when first used, like everything that most processes never need
  const { default: PDFDocument } = await import("pdfkit");
  const pdf = new PDFDocument({
    size: "A4",
    margin,
    lang: language,
    tagged: true,
    displayTitle: true,
    info: { Title: `${t(document.kind)} ${document.number}`, CreationDate: new Date(document.issuedAt) },
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
    .text(`${t(document.kind)} ${document.number}`);
  pdf.font("regular").fontSize(10).fillColor(quiet).text(formatTime(document.issuedAt, language));
  if (document.corrects) pdf.text(t("correctsIs", { number: document.corrects.number }));
  if (document.reason) pdf.text(t("reasonIs", { reason: document.reason }));
  pdf.moveDown(1.5);

  const top = pdf.y;
  const party = (x: number, title: string, lines: readonly string[]): number => {
    pdf.fillColor(quiet).text(title, x, top, { width: width / 2 - 12 });
    pdf.fillColor(black);
    for (const line of lines) pdf.text(line, { width: width / 2 - 12 });
    return pdf.y;
  };
  const bottom = Math.max(
    party(margin, t("seller"), document.seller),
    party(margin + width / 2, t("buyer"), document.buyer),
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
  for (const { text, amountCents } of document.lines) row(text, money(amountCents));
  rule();
  if (document.taxPercent !== null) {
    row(t("net"), money(document.netCents));
    row(t("tax", { percent: document.taxPercent }), money(document.taxCents));
  }
  row(t("total"), money(document.totalCents), "bold");
  if (document.isReverseCharge) pdf.font("regular").fillColor(quiet).text(t("reverseCharge"), margin);
  pdf
    .font("regular")
    .fillColor(quiet)
    .text(t(document.kind === "invoice" ? "paidNote" : "creditedNote"), margin);
  pdf.end();
  return done;
}

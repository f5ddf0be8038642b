import type { Block } from "#api/email/frame";
import { mailText } from "#api/email/render";
import type { CurrencyFormat } from "#api/modules/monitoring/money-text";
import { moneyText } from "#api/modules/monitoring/money-text";
import { numberFormat, spanText } from "#contract/formats";
import type { Language } from "#contract/languages";
import { languageTable } from "#contract/languages";
import type { Decimal } from "#statements/decimal";
import type { ReportFigures } from "./figures";

/** The picture's Content-ID within the email. */
export const pictureCid = "growth@report";

const none = "–";

export const percentText = (value: number | null, language: Language) =>
  value === null
    ? none
    : numberFormat(languageTable[language].numbers, {
        style: "percent",
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      })
        .format(value)
        .replace("-", "−");

/** Formats a span: `9 – 15 Nov 2026`. */
export const daysText = (
  { fromDay, toDay }: { fromDay: string; toDay: string },
  language: Language,
): string => spanText(languageTable[language].dates, fromDay, toDay);

export type ReportContent = CurrencyFormat & {
  figures: ReportFigures;
  balance: Decimal | null;
  equity: Decimal | null;
};

/** Returns the report's lines as label and value. */
export function reportLines(
  { figures, balance, equity, ...format }: ReportContent,
  language: Language,
): [label: string, value: string][] {
  const label = (key: string) => mailText(language, `report${key}`);
  const money = (value: Decimal | null) => moneyText(value, format, language);
  const number = (value: number, digits: number) =>
    numberFormat(languageTable[language].numbers, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  const { trades, wins, profitFactor, net, growth, best, worst, deposits, withdrawals } = figures;
  return [
    [label("Net"), money(net)],
    [label("Growth"), percentText(growth, language)],
    [label("Trades"), number(trades, 0)],
    [label("WinRate"), percentText(trades > 0 ? wins / trades : null, language)],
    [label("ProfitFactor"), profitFactor === null ? none : number(profitFactor, 2)],
    [label("Best"), money(best)],
    [label("Worst"), money(worst)],
    [label("Deposits"), money(deposits)],
    [label("Withdrawals"), money(withdrawals)],
    [label("Balance"), money(balance)],
    [label("Equity"), money(equity)],
  ];
}

/**
 * Returns the report's blocks: its picture and its figures as rows.
 *
 * @param image the picture's address, by default that of the attachment
 */
export const reportBlocks = (
  lines: [string, string][],
  alt: string,
  image = `cid:${pictureCid}`,
): Block[] => [{ image, alt }, { rows: lines }];

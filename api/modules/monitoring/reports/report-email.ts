import type { Block } from "#api/email/frame";
import { mailText } from "#api/email/render";
import { moneyText } from "#api/modules/monitoring/money-text";
import { dateFormat, numberFormat } from "#contract/formats";
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

/** Formats a span: `9–15 Nov 2026`. */
export function daysText({ fromDay, toDay }: { fromDay: string; toDay: string }, language: Language): string {
  const format = dateFormat(languageTable[language].dates, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return format.formatRange(new Date(fromDay), new Date(toDay));
}

export type ReportFacts = {
  figures: ReportFigures;
  balance: Decimal | null;
  equity: Decimal | null;
  currency: string | null;
};

/** Returns the report's lines as label and value. */
export function reportLines(
  { figures, balance, equity, currency }: ReportFacts,
  language: Language,
): [label: string, value: string][] {
  const say = (key: string) => mailText(language, `report${key}`);
  const money = (value: Decimal | null) => moneyText(value, currency, language);
  const number = (value: number, digits: number) =>
    numberFormat(languageTable[language].numbers, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  const { trades, wins, profitFactor, net, growth, best, worst, deposits, withdrawals } = figures;
  return [
    [say("Net"), money(net)],
    [say("Growth"), percentText(growth, language)],
    [say("Trades"), number(trades, 0)],
    [say("WinRate"), percentText(trades > 0 ? wins / trades : null, language)],
    [say("ProfitFactor"), profitFactor === null ? none : number(profitFactor, 2)],
    [say("Best"), money(best)],
    [say("Worst"), money(worst)],
    [say("Deposits"), money(deposits)],
    [say("Withdrawals"), money(withdrawals)],
    [say("Balance"), money(balance)],
    [say("Equity"), money(equity)],
  ];
}

/** Returns the report's blocks: its figures as rows, and the embedded picture. */
export const reportBlocks = (lines: [string, string][], alt: string): Block[] => [
  { image: pictureCid, alt },
  { rows: lines },
];

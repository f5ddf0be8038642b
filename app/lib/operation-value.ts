import { readAmount } from "#contract/amount";
import type { Language } from "#contract/languages";
import type { Viewer } from "./dates";
import { dateTimeText, utcDateText } from "./dates";
import { moneyText } from "./money";

/** Formats of what operations return and take: sums in dollars, UTC days and moments as ISO 8601. */

const day = /^\d{4}-\d\d-\d\d$/;
const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** As `formatMoney` writes it in English, with the minus sign of the pages. */
const dollars = /([+−]?)\$(\d[\d,]*\.\d\d)/g;
/** Columns of plain sums in dollars, such as `24.00`; a tax has its percentage behind it. */
const sumColumns = ["usd", "granted", "balance", "held", "debt", "owed", "net", "tax", "total"];
const sum = /^(-?)(\d+\.\d\d)(?=$| \()/;
/** A sum and its currency, such as `30.00 EUR`. */
const sumInCurrency = /^(\d+\.\d\d) ([A-Z]{3})$/;
/** Prices of a plan by months, such as `1: 24.00`. */
const pricesOfMonths = /(?<=\d: )\d+\.\d\d/g;
/** Fields that take a sum in dollars. */
const sumFields = ["amount", "dollars", "price", "minWithdrawal"];

const centsOf = (decimal: string) => Math.round(Number(decimal.replaceAll(",", "")) * 100);

/** Whether a value is a UTC day or a moment. */
export const isTime = (value: string): boolean => day.test(value) || timestamp.test(value);

/** Writes the sums of a text of the service, such as `$1,250.00, T9z…`, as the language does. */
export const withMoneyText = (text: string, language: Language): string =>
  text.replace(dollars, (_, sign: string, decimal: string) => {
    const cents = centsOf(decimal);
    return moneyText(sign === "−" ? -cents : cents, language, { sign: sign === "+" });
  });

/** Returns the text of a value of a column. */
export function columnValueText(name: string, value: string, viewer: Viewer): string {
  const { language } = viewer;
  if (timestamp.test(value)) return dateTimeText(value, viewer);
  if (day.test(value)) return utcDateText(value, language);
  if (name === "prices")
    return value.replace(pricesOfMonths, (decimal) => moneyText(centsOf(decimal), language));
  if (sumColumns.includes(name))
    value = value.replace(sum, (_, sign: string, decimal: string) =>
      moneyText(sign ? -centsOf(decimal) : centsOf(decimal), language),
    );
  const [, decimal, currency] = sumInCurrency.exec(value) ?? [];
  if (decimal && currency) return moneyText(centsOf(decimal), language, { currency });
  return isSum(value) ? withMoneyText(value, language) : value;
}

const isSum = (value: string) => value.replace(dollars, "") === "";

/** Returns the text of a value that was typed into a field. */
export function fieldValueText(name: string, value: string, language: Language): string {
  if (day.test(value)) return utcDateText(value, language);
  const { cents } = sumFields.includes(name) ? readAmount(value) : {};
  return cents === undefined ? value : moneyText(cents, language);
}

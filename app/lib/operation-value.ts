import * as z from "zod/mini";
import { cutPart } from "#contract/admin/cut-part";
import type { AdminOperation, OperationValue } from "#contract/admin/index";
import { readAmount } from "#contract/amount";
import type { Language } from "#contract/languages";
import type { Viewer } from "./dates";
import { dateTimeText, utcDateText } from "./dates";
import { moneyText } from "./money";

/** Formats of what operations return and take: sums, UTC days and moments as ISO 8601. */

/** Whether a text is a UTC day that exists: people may write anything else of the same shape. */
const isDay = (text: string) => z.iso.date().safeParse(text).success;
const isTimestamp = (text: string) => z.iso.datetime().safeParse(text).success;

/** Whether a value is a UTC day or a moment. */
export const isTime = (value: string): boolean => isDay(value) || isTimestamp(value);

/** Returns the text of a value of a row: of a text, a sum, or a list of them. */
export function valueText(value: Exclude<OperationValue, number | boolean | null>, viewer: Viewer): string {
  if (typeof value !== "string")
    return "cents" in value
      ? moneyText(value.cents, viewer.language, value)
      : value.map((part) => cutPart(valueText(part, viewer))).join("");
  if (isTimestamp(value)) return dateTimeText(value, viewer);
  return isDay(value) ? utcDateText(value, viewer.language) : value;
}

/** Returns the text of a value that was typed into a field. */
export function fieldValueText(
  { kind }: Pick<AdminOperation["parameters"][number], "kind">,
  value: string,
  language: Language,
): string {
  if (isDay(value)) return utcDateText(value, language);
  const { cents } = kind === "money" ? readAmount(value) : {};
  return cents === undefined ? value : moneyText(cents, language);
}

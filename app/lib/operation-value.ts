import * as z from "zod/mini";
import { cutPart } from "#contract/admin/cut-part";
import type { AdminOperation, OperationValue } from "#contract/admin/index";
import { readAmount } from "#contract/amount";
import type { Language } from "#contract/languages";
import type { Viewer } from "./dates";
import { dateTimeText, utcDateText } from "./dates";
import { moneyText } from "./money";

/** Formats of what operations return and take: texts, sums, UTC days and moments. */

/** Returns the text of a value of a row: of a text, a sum, a day, a moment, or a list of them. */
export function valueText(value: Exclude<OperationValue, number | boolean | null>, viewer: Viewer): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((part) => cutPart(valueText(part, viewer))).join("");
  if ("cents" in value) return moneyText(value.cents, viewer.language, value);
  return "day" in value ? utcDateText(value.day, viewer.language) : dateTimeText(value.time, viewer);
}

/** Returns the text of a value that was typed into a field. */
export function fieldValueText(
  { kind }: Pick<AdminOperation["parameters"][number], "kind">,
  value: string,
  language: Language,
): string {
  if (kind === "day") return z.iso.date().safeParse(value).success ? utcDateText(value, language) : value;
  const { cents } = kind === "money" ? readAmount(value) : {};
  return cents === undefined ? value : moneyText(cents, language);
}

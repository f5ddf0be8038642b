import { TextIn, Words } from "#api/lib/answer";
import { formatMoney } from "#api/lib/format";
import { textOf } from "#api/lib/translations";
import { readAmount } from "#contract/amount";
import type { Language } from "#contract/languages";
import type { Department } from "./departments";

/**
 * Values of settings as people read and type them in the console: a price as a sum, a list with a line for each item.
 * The command line has JSON.
 */

type DiscountStep = { discount: number; activeReferrals: number };

const text = textOf("answers");
const closedIn = (language: Language) => new Words(["closed"]).in(language).toLocaleLowerCase(language);

const departmentLine = ({ id, en, ru, isClosed }: Department, language: Language) =>
  [id, en, ru, ...(isClosed ? [closedIn(language)] : [])].join("; ");

/** Returns the lines of a value. */
function linesOf(key: string, value: unknown, language: Language): string[] {
  if (key === "accountMonthCents") return [formatMoney(Number(value), language)];
  if (key === "rentalMonths") return (value as number[]).map(String);
  if (key === "promoDiscounts")
    return (value as DiscountStep[]).map(({ discount, activeReferrals }) =>
      text(language, "discountStep", { percent: discount, referrals: activeReferrals }),
    );
  if (key === "departments")
    return (value as Department[]).map((department) => departmentLine(department, language));
  return [String(value)];
}

/**
 * Returns a value for people, its items one below the other or with another separator; on the command line JSON.
 * @param key a `SettingKey`, whose definition is made with this function
 */
export const settingText = (key: string, value: unknown, separator = "\n"): TextIn =>
  new TextIn((language) => linesOf(key, value, language).join(separator), JSON.stringify(value));

const step = /^(\d+)\s*%?\D*?(\d+)\D*$/;

function readDepartment(line: string) {
  const [id, en, ru, closed, ...rest] = line.split(";").map((part) => part.trim());
  return { id, en, ru, ...(closed !== undefined && { isClosed: true }), ...(rest.length > 0 && { rest }) };
}

/** Returns the value of a line of a list; an item that can't be read is one that no setting takes. */
function readLine(key: string, line: string): unknown {
  if (key === "departments") return readDepartment(line);
  if (key === "rentalMonths") return Number(line);
  const [, discount, activeReferrals] = step.exec(line) ?? [];
  return { discount: Number(discount), activeReferrals: Number(activeReferrals) };
}

/** Converts a value as typed in the console to the JSON that the operation takes; JSON of a list stays as it is. */
export function typedInConsole(key: string, typed: string): string {
  if (key === "accountMonthCents") return String(readAmount(typed).cents ?? typed);
  if (!["rentalMonths", "promoDiscounts", "departments"].includes(key) || typed.trim().startsWith("["))
    return typed;
  const separator = key === "rentalMonths" ? /[\n,]/ : /\n/;
  const lines = typed.split(separator).map((line) => line.trim());
  return JSON.stringify(lines.filter(Boolean).map((line) => readLine(key, line)));
}

import type { Command } from "commander";
import { money } from "#api/lib/money";
import { utcDay } from "#api/lib/utc-day";
import type { Money, UtcDay } from "#contract/admin/values";
import { readAmount } from "#contract/amount";
import { date } from "#contract/period";
import { isBefore, valueText } from "./before";
import type { Parameter } from "./parameters";
import { parametersOf } from "./parameters";

/** Returns the kinds of a command's parameters by their names; none of a command that no longer exists. */
function kindsOf(program: Command, name: string): ReadonlyMap<string, Parameter["kind"]> {
  const command = name
    .split(" ")
    .reduce<Command | undefined>(
      (above, word) => above?.commands.find((below) => below.name() === word),
      program,
    );
  const parameters = command ? parametersOf({ command }) : [];
  return new Map(parameters.map((parameter) => [parameter.name, parameter.kind]));
}

/**
 * Returns the input of an audit row as parts of a list: each value is a part, so that it can be formatted and cut.
 * Sums are stored in cents, or as typed; days as typed.
 */
export function inputParts(
  program: Command,
  name: string,
  input: Readonly<Record<string, unknown>>,
): (string | Money | UtcDay)[] {
  const kinds = kindsOf(program, name);
  return Object.entries(input)
    .filter(([parameter, value]) => parameter !== "before" || !isBefore(value))
    .flatMap(([parameter, value], index) => [
      `${index === 0 ? "" : ", "}${parameter}=`,
      partOf(value, kinds.get(parameter)),
    ]);
}

/** Returns the previous values of an audit row as such parts: `roles: support, billing; disabled: –`. */
export function beforeParts(
  program: Command,
  name: string,
  before: Readonly<Record<string, unknown>>,
): (string | Money | UtcDay)[] {
  const kinds = kindsOf(program, name);
  return Object.entries(before).flatMap(([parameter, value], index) => {
    const kind = kinds.get(parameter);
    return [
      `${index === 0 ? "" : "; "}${parameter}: `,
      (kind === "money" || kind === "day") && isGiven(value) ? partOf(value, kind) : valueText(value),
    ];
  });
}

/** Whether there was a previous value. */
const isGiven = (value: unknown) => typeof value === "number" || (typeof value === "string" && value !== "");

function partOf(value: unknown, kind: Parameter["kind"] | undefined): string | Money | UtcDay {
  if (kind === "day" && typeof value === "string" && date.safeParse(value).success) return utcDay(value);
  const isSum = kind === "money";
  const cents = !isSum || typeof value !== "string" ? value : readAmount(value).cents;
  if (isSum && typeof cents === "number") return money(cents);
  if (Array.isArray(value)) return value.map((one) => partOf(one, "text")).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

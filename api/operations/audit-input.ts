import type { Command } from "commander";
import { money } from "#api/lib/money";
import type { Money } from "#contract/admin/values";
import { readAmount } from "#contract/amount";
import { isBefore } from "./before";
import { parametersOf } from "./parameters";

/** Returns the names of a command's parameters that are sums; none of a command that no longer exists. */
function sumsOf(program: Command, name: string): Set<string> {
  const command = name
    .split(" ")
    .reduce<Command | undefined>(
      (above, word) => above?.commands.find((below) => below.name() === word),
      program,
    );
  const parameters = command ? parametersOf({ command }) : [];
  return new Set(parameters.flatMap((parameter) => (parameter.kind === "money" ? [parameter.name] : [])));
}

/**
 * Returns the input of an audit row as parts of a list: each value is a part, so that it can be formatted and cut.
 * Sums are stored in cents, or as typed.
 */
export function inputParts(
  program: Command,
  name: string,
  input: Readonly<Record<string, unknown>>,
): (string | Money)[] {
  const sums = sumsOf(program, name);
  return Object.entries(input)
    .filter(([parameter, value]) => parameter !== "before" || !isBefore(value))
    .flatMap(([parameter, value], index) => [
      `${index === 0 ? "" : ", "}${parameter}=`,
      partOf(value, sums.has(parameter)),
    ]);
}

function partOf(value: unknown, isSum: boolean): string | Money {
  const cents = !isSum || typeof value !== "string" ? value : readAmount(value).cents;
  if (isSum && typeof cents === "number") return money(cents);
  return typeof value === "string" ? value : JSON.stringify(value);
}

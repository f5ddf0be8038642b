import type { Command } from "commander";
import type { Translated } from "#api/lib/answer";
import { TextIn, Words } from "#api/lib/answer";
import { money } from "#api/lib/money";
import { utcDay } from "#api/lib/utc-day";
import { settingKeys } from "#api/modules/settings/business-settings";
import { settingText } from "#api/modules/settings/setting-text";
import type { Money, UtcDay } from "#contract/admin/values";
import { waitingKinds } from "#contract/admin/waiting";
import { readAmount } from "#contract/amount";
import { date } from "#contract/period";
import { isBefore, valueText } from "./before";
import { listedValues } from "./listed-values";
import { schemaOf } from "./operation";
import type { Parameter } from "./parameters";
import { isTime, parametersOf } from "./parameters";

/** What a value of an audit row is: `word` is one of the service, not of people. */
type Kind = Parameter["kind"] | "time" | "word" | "setting";
type Part = string | Date | Money | UtcDay | Translated;

/** Values that operations store beside their input, or as previous values of none of their parameters. */
const details: Readonly<Record<string, Kind>> = {
  blocked: "time",
  disabled: "time",
  stopped: "time",
  ended: "time",
  pausedUntil: "time",
  status: "word",
  ...Object.fromEntries(waitingKinds.map((kind) => [kind, "word" as const])),
};

/** Words that audit rows have in another form. */
const storedWords: Readonly<Record<string, string>> = { "at once": "rightAway", digest: "onceADay" };

/** A word that stands for a value that people choose or write: nobody in particular, no limit. */
const standIns: Readonly<Record<string, string>> = { to: "nobody", trafficGb: "unlimited" };

/** Returns what the values of a command are, by their names; nothing of a command that no longer exists. */
function kindsOf(program: Command, name: string): (parameter: string, value: unknown) => Kind {
  const command = name
    .split(" ")
    .reduce<Command | undefined>(
      (above, word) => above?.commands.find((below) => below.name() === word),
      program,
    );
  const parameters = new Map(
    (command ? parametersOf({ command }) : []).map((parameter) => [parameter.name, parameter.kind]),
  );
  const schema = command && schemaOf(command);
  return (parameter, value) => {
    if (typeof value === "boolean" || (value !== undefined && standIns[parameter] === value)) return "word";
    const kind = parameters.get(parameter);
    if (kind === undefined) return details[parameter] ?? "text";
    if (name === "settings set" && parameter === "value") return "setting";
    if (command && isTime(command, parameter)) return "time";
    return schema && listedValues(schema, parameter) ? "word" : kind;
  };
}

/**
 * Returns the input of an audit row as parts of a list: each value is a part, so that it can be formatted and cut.
 * Sums are stored in cents, or as typed; days as typed.
 */
export function inputParts(program: Command, name: string, input: Readonly<Record<string, unknown>>): Part[] {
  const kindOf = kindsOf(program, name);
  return Object.entries(input)
    .filter(([parameter, value]) => !(["before", "answered"].includes(parameter) && isBefore(value)))
    .flatMap(([parameter, value], index) => [
      `${index === 0 ? "" : ", "}${parameter}=`,
      partOf(value, kindOf(parameter, value), input.key),
    ]);
}

/** Returns the previous values of an audit row as such parts: `roles: support, billing; disabled: –`. */
export function beforeParts(
  program: Command,
  name: string,
  before: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): Part[] {
  const kindOf = kindsOf(program, name);
  return Object.entries(before).flatMap(([parameter, value], index) => [
    `${index === 0 ? "" : "; "}${parameter}: `,
    isGiven(value) ? partOf(value, kindOf(parameter, value), input.key) : valueText(value),
  ]);
}

/** Whether there was a previous value. */
const isGiven = (value: unknown) => value !== null && value !== "";

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** Returns a value of a setting, whose JSON was typed, as people read it. */
function settingPart(key: unknown, typed: string): Part {
  const known = settingKeys.find((one) => one === key);
  const value = parsed(typed);
  if (!known || value === undefined) return typed;
  const shown = settingText(known, value, "; ");
  // the command line has it as it was typed
  return new TextIn((language) => shown.in(language), typed);
}

function partOf(value: unknown, kind: Kind, key: unknown): Part {
  if (kind === "setting" && typeof value === "string") return settingPart(key, value);
  if (kind === "word")
    return new Words([value].flat().map((word) => storedWords[String(word)] ?? String(word)));
  if (kind === "time" && typeof value === "string" && !Number.isNaN(Date.parse(value)))
    return new Date(value);
  if (kind === "day" && typeof value === "string" && date.safeParse(value).success) return utcDay(value);
  const isSum = kind === "money";
  const cents = !isSum || typeof value !== "string" ? value : readAmount(value).cents;
  if (isSum && typeof cents === "number") return money(cents);
  return valueText(value);
}

import type { Command, Option } from "commander";

export const camelCase = (name: string) =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** An input of an operation, as declared by its command. */
export type Parameter = {
  /** Name in the input. */
  name: string;
  isRequired: boolean;
  /** Money is a text with a sum in dollars, a day one in UTC; a flag is present or absent; a list may have several values. */
  kind: "text" | "money" | "day" | "flag" | "list";
  initial?: string;
  /** The client reads it. */
  isForClient: boolean;
};

/** The declarations of sums have the placeholder `<dollars>`. */
const isMoney = (placeholder: string) => /\bdollars\b/.test(placeholder);

/** Those of days `<day>`. */
const isDay = (placeholder: string) => placeholder.includes("<day>");

/** Those of moments `<time>`. */
export const isTime = (command: Command, parameter: string): boolean =>
  command.options.some((option) => option.attributeName() === parameter && option.flags.includes("<time>"));

const kindOf = (option: Option): Parameter["kind"] => {
  if (option.isBoolean()) return "flag";
  if (option.variadic) return "list";
  if (isDay(option.flags)) return "day";
  return isMoney(option.flags) ? "money" : "text";
};

const isForClient = (description: string) => description.includes("in the client's language");

/** Returns an operation's parameters: its command's arguments, then its options. */
export const parametersOf = ({ command }: { command: Command }): Parameter[] => [
  ...command.registeredArguments.map(
    (argument): Parameter => ({
      name: camelCase(argument.name()),
      isRequired: argument.required,
      kind: isMoney(argument.name()) ? "money" : "text",
      isForClient: isForClient(argument.description),
    }),
  ),
  ...command.options.map(
    (option): Parameter => ({
      name: option.attributeName(),
      isRequired: option.mandatory,
      kind: kindOf(option),
      isForClient: isForClient(option.description),
      ...(typeof option.defaultValue === "string" && { initial: option.defaultValue }),
    }),
  ),
];

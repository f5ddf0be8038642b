import type { Command } from "commander";

export const camelCase = (name: string) =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** An input of an operation, as declared by its command. */
export type Parameter = {
  /** Name in the input. */
  name: string;
  isRequired: boolean;
  /** A flag is present or absent; a list may have several values. */
  kind: "text" | "flag" | "list";
  initial?: string;
};

/** Returns an operation's parameters: its command's arguments, then its options. */
export const parametersOf = ({ command }: { command: Command }): Parameter[] => [
  ...command.registeredArguments.map(
    (argument): Parameter => ({
      name: camelCase(argument.name()),
      isRequired: argument.required,
      kind: "text",
    }),
  ),
  ...command.options.map(
    (option): Parameter => ({
      name: option.attributeName(),
      isRequired: option.mandatory,
      kind: option.isBoolean() ? "flag" : option.variadic ? "list" : "text",
      ...(typeof option.defaultValue === "string" && { initial: option.defaultValue }),
    }),
  ),
];

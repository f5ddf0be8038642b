import type { Language } from "#contract/languages";
import { defaultLanguage } from "#contract/languages";
import { formatValues } from "./format";
import { textOf } from "./translations";

const text = textOf("answers");
export type AnswerKey = Parameters<typeof text>[1];
type AnswerValues = Record<string, string | number | Translated>;

/** Reader of an answer: someone at the console, in a language, or at the command line, in English. */
export type Reader = Language | "commandLine";

/** What a text says in the console and on the command line: `[[tick “Free”][use --free]]`. */
const eachWay = /\[\[([^\]]*)\]\[([^\]]*)\]\]/g;

function textIn(reader: Reader, key: AnswerKey, values: AnswerValues): string {
  const isCommandLine = reader === "commandLine";
  const language = isCommandLine ? defaultLanguage : reader;
  const words = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, wordsIn(value, reader)]),
  );
  // days that the command line takes are ISO 8601
  const days = Object.fromEntries(
    Object.entries(words).filter(([name, value]) => isCommandLine && name.endsWith("On") && value),
  );
  return text(language, key, { ...formatValues(words, language), ...days }).replace(
    eachWay,
    (_, console: string, commandLine: string) => (isCommandLine ? commandLine : console),
  );
}

/** A text in the reader's language; `TextIn` makes it by a function. */
export abstract class Translated {
  abstract in(reader: Reader): string;
}

export class TextIn extends Translated {
  constructor(private readonly describe: (language: Language) => string) {
    super();
  }

  in(reader: Reader): string {
    return this.describe(reader === "commandLine" ? defaultLanguage : reader);
  }
}

/**
 * A sentence that an operation returns: English on the command line and in the audit, in the console the reader's
 * language. Values whose names end with `Cents` are formatted as money, with `On` as UTC days; a value may be an answer
 * itself.
 */
export class Answer extends Translated {
  constructor(
    readonly key: AnswerKey,
    readonly values: AnswerValues = {},
  ) {
    super();
  }

  in(reader: Reader): string {
    return textIn(reader, this.key, this.values);
  }
}

/** Returns a value of an answer or of a table's cell, in words for a reader if it has any. */
export const wordsIn = <T>(value: T, reader: Reader): Exclude<T, Translated> | string =>
  value instanceof Translated ? value.in(reader) : (value as Exclude<T, Translated>);

export const answer = (key: AnswerKey, values?: AnswerValues): Answer => new Answer(key, values);

/** Why an operation can't be done, for staff; `message` is for the command line. */
export class OperatorError extends Error {
  constructor(
    readonly key: AnswerKey,
    readonly values: AnswerValues = {},
  ) {
    super(textIn("commandLine", key, values));
    this.name = "OperatorError";
  }

  in(language: Language): string {
    return textIn(language, this.key, this.values);
  }
}

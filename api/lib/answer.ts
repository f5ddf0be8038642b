import type { Language } from "#contract/languages";
import { defaultLanguage, languages } from "#contract/languages";
import { formatValues } from "./format";
import { hasText, textNamed, textOf } from "./translations";

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

/** A text made by a function; on the command line `plain`, by default the English text. */
export class TextIn extends Translated {
  constructor(
    private readonly describe: (language: Language) => string,
    private readonly plain?: string,
  ) {
    super();
  }

  in(reader: Reader): string {
    return reader === "commandLine" ? (this.plain ?? this.describe(defaultLanguage)) : this.describe(reader);
  }
}

/** Words of the service, such as `failedOrder`: a list in the reader's language, on the command line as stored. */
export class Words extends Translated {
  constructor(readonly words: readonly string[]) {
    super();
  }

  in(reader: Reader): string {
    if (reader === "commandLine") return this.words.join(", ");
    return this.words
      .map((word) =>
        hasText("operations", `value_${word}`) ? textNamed("operations", reader, `value_${word}`) : word,
      )
      .join(", ");
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

/** An answer as the audit stores it, so that it can be read in any language later. */
export type StoredAnswer = { key: string; values: Readonly<Record<string, StoredValue>> };
type StoredValue =
  | string
  | number
  | StoredAnswer
  | { words: readonly string[] }
  | { texts: Readonly<Record<Reader, string>> };

function storedValue(value: AnswerValues[string]): StoredValue {
  if (!(value instanceof Translated)) return value;
  if (value instanceof Answer) return storedAnswer(value);
  if (value instanceof Words) return { words: value.words };
  const texts = [...languages, "commandLine" as const].map((reader) => [reader, value.in(reader)] as const);
  return { texts: Object.fromEntries(texts) as Record<Reader, string> };
}

export const storedAnswer = ({ key, values }: Answer): StoredAnswer => ({
  key,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, storedValue(value)])),
});

function readValue(value: StoredValue): AnswerValues[string] {
  if (typeof value !== "object") return value;
  if ("words" in value) return new Words(value.words);
  if ("texts" in value) return new TextIn((language) => value.texts[language], value.texts.commandLine);
  return readAnswer(value) ?? "";
}

/** Returns the answer that `storedAnswer` stored; undefined if its text no longer exists. */
export function readAnswer({ key, values }: StoredAnswer): Answer | undefined {
  if (!hasText("answers", key)) return undefined;
  const read = Object.entries(values).map(([name, value]) => [name, readValue(value)] as const);
  return answer(key as AnswerKey, Object.fromEntries(read));
}

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

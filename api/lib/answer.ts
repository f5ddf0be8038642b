import type { Language } from "#contract/languages";
import { defaultLanguage } from "#contract/languages";
import { formatValues } from "./format";
import { textOf } from "./translations";

const text = textOf("answers");
export type AnswerKey = Parameters<typeof text>[1];
type AnswerValues = Record<string, string | number | Answer>;

function textIn(language: Language, key: AnswerKey, values: AnswerValues): string {
  const translated = Object.entries(values).map(([name, value]) => [name, wordsIn(value, language)] as const);
  return text(language, key, formatValues(Object.fromEntries(translated), language));
}

/** A text in the reader's language; `TextIn` makes it by a function. */
export abstract class Translated {
  abstract in(language: Language): string;
}

export class TextIn extends Translated {
  constructor(private readonly describe: (language: Language) => string) {
    super();
  }

  in(language: Language): string {
    return this.describe(language);
  }
}

/**
 * A sentence that an operation returns: English on the command line and in the audit, in the console the reader's
 * language. Values whose names end with `Cents` are formatted as money; a value may be an answer itself.
 */
export class Answer extends Translated {
  constructor(
    readonly key: AnswerKey,
    readonly values: AnswerValues = {},
  ) {
    super();
  }

  in(language: Language): string {
    return textIn(language, this.key, this.values);
  }
}

/** Returns a value of an answer or of a table's cell, in words of a language if it has any. */
export const wordsIn = <T>(value: T, language: Language): Exclude<T, Translated> | string =>
  value instanceof Translated ? value.in(language) : (value as Exclude<T, Translated>);

export const answer = (key: AnswerKey, values?: AnswerValues): Answer => new Answer(key, values);

/** Why an operation can't be done, for staff; `message` is English. */
export class OperatorError extends Error {
  constructor(
    readonly key: AnswerKey,
    readonly values: AnswerValues = {},
  ) {
    super(textIn(defaultLanguage, key, values));
    this.name = "OperatorError";
  }

  in(language: Language): string {
    return textIn(language, this.key, this.values);
  }
}

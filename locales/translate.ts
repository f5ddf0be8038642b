import type { Namespace, Texts } from "./texts";

export type Values = Record<string, string | number>;

/** The keys of a namespace; a plural's forms (`days_one`, `days_few` …) count as one key (`days`). */
export type Key<N extends Namespace> = keyof Texts[N] & string;

/** The keys of texts that need no values. */
export type PlainKey<N extends Namespace> = {
  [K in Key<N>]: [Texts[N][K]] extends [never] ? K : never;
}[Key<N>];

/** The values that a text needs, all of them and no others; nothing where it needs none. */
type Needed<Names> = [Names] extends [never] ? [] : [values: Record<Names & string, string | number>];

export type Translate<N extends Namespace> = <K extends Key<N>>(
  key: K,
  ...values: Needed<Texts[N][K]>
) => string;

const rules = new Map<string, Intl.PluralRules>();

function pluralForm(language: string, count: number): Intl.LDMLPluralRule {
  const rule = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, rule);
  return rule.select(count);
}

/**
 * Looks a text up in one namespace of the i18next JSON format (v4): `{{name}}` is replaced by `values.name`,
 * and a `count` picks the plural form of the language. A key that is not there is returned as it is,
 * so that a message which some other service already put into words stays readable.
 *
 * The browser gets this instead of i18next because of its size (docs/decisions/0003).
 */
export function translate(
  texts: Record<string, string>,
  language: string,
  key: string,
  values: Values = {},
): string {
  const count = values.count;
  const text =
    (typeof count === "number"
      ? (texts[`${key}_${pluralForm(language, count)}`] ?? texts[`${key}_other`])
      : undefined) ??
    texts[key] ??
    key;
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string, at: number) => {
    if (!(name in values)) return whole;
    const value = String(values[name]);
    // `27 нояб. 2026 г.` at the end of a sentence: one full stop is both
    return isStopped(text.slice(at + whole.length)) ? value.replace(/(?<!\.)\.$/, "") : value;
  });
}

const isStopped = (rest: string) => /^(?:<\/\w+>)?\.(?!\.)/.test(rest);

/** `translate` for one namespace whose texts are at hand; `#app/components/text` and `#app/services/locale.server` give it away. */
export const translator =
  <N extends Namespace>(texts: Record<string, string>, language: string): Translate<N> =>
  (key, ...[values]) =>
    translate(texts, language, key, values);

import { createInstance } from "i18next";
import type { Namespace, Texts } from "./texts";

export type Values = Record<string, string | number>;

/** Keys of a namespace; the plural forms (`days_one`, `days_few` …) count as one key (`days`). */
export type Key<N extends Namespace> = keyof Texts[N] & string;

/** Keys of texts without placeholders. */
export type PlainKey<N extends Namespace> = {
  [K in Key<N>]: [Texts[N][K]] extends [never] ? K : never;
}[Key<N>];

/** All the values that a text needs and no others; empty if it needs none. */
export type Needed<Names> = [Names] extends [never] ? [] : [values: Record<Names & string, string | number>];

export type Translate<N extends Namespace> = <K extends Key<N>>(
  key: K,
  ...values: Needed<Texts[N][K]>
) => string;

type Bundle = Record<string, string>;

/** The escape character of values during i18next's interpolation; no text contains it (`same-keys.test.ts`). */
const mark = "\uFDD0";
const names: Record<string, string> = { "{": "b", ".": "s", [mark]: "m" };
const characters: Record<string, string> = Object.fromEntries(
  Object.entries(names).map(([character, name]) => [name, character]),
);

/**
 * Escapes a value: braces would be read as a placeholder, and its last full stop must be distinguishable from the
 * text's.
 */
const guarded = (value: string): string =>
  value.replace(/[{\uFDD0]|(?<!\.)\.$/g, (character) => mark + names[character]);

/**
 * Unescapes values. If a value that ends with a full stop ends the sentence (`27 нояб. 2026 г.`), the two full stops
 * become one.
 */
const unescapeValues = (text: string): string =>
  text.includes(mark)
    ? text.replace(/\uFDD0([bsm])(?=((?:<\/\w+>)?\.(?!\.))?)/g, (_, name: string, stop?: string) =>
        name === "s" && stop ? "" : (characters[name] ?? ""),
      )
    : text;

/**
 * The only i18next instance of a process or page (docs/adr/0007). It has only the texts from `addTexts` and loads
 * nothing.
 */
const i18n = createInstance();
i18n.use({ type: "postProcessor", name: "settled", process: unescapeValues });
i18n.init({
  initImmediate: false,
  resources: {},
  lng: "en",
  fallbackLng: false,
  load: "currentOnly",
  keySeparator: false,
  nsSeparator: false,
  ignoreJSONStructure: false,
  postProcess: ["settled"],
  // React and the emails escape HTML themselves
  interpolation: { escape: guarded, skipOnVariables: true },
});

type Translator = (key: string, values?: Values) => string;

const passedOn: Translator = (key) => key;
const rooms = new Map<string, { texts: Bundle; t: Translator }>();
const bundleKeyOf = (language: string, namespace: string) => `${language}/${namespace}`;

/** Registers the texts of a namespace in a language; replaces earlier ones. */
export function addTexts(language: string, namespace: Namespace, texts: Bundle): void {
  if (rooms.get(bundleKeyOf(language, namespace))?.texts === texts) return;
  i18n.removeResourceBundle(language, namespace);
  i18n.addResourceBundle(language, namespace, texts);
  filled.clear();
  rooms.set(bundleKeyOf(language, namespace), { texts, t: sayer(language, namespace, texts) });
}

/** Maximum number and length of cached texts with values; values can come from strangers. */
const filledMaxCount = 4000;
const filledMaxLength = 500;
const filled = new Map<string, string>();

function sayer(language: string, namespace: Namespace, texts: Bundle): Translator {
  // like `getFixedT`; passing `lngs` saves i18next from resolving the languages for each text
  const fixed = { lng: language, lngs: [language], ns: [namespace], nest: false };
  const plain = new Map<string, string>();
  const bundleKey = bundleKeyOf(language, namespace);
  return (key, values) => {
    // the same texts with the same values, such as a plan's price, appear on many pages
    const cacheKey = values && `${bundleKey} ${JSON.stringify([key, values])}`;
    const known = cacheKey ? filled.get(cacheKey) : plain.get(key);
    if (known !== undefined) return known;
    if (!Object.hasOwn(texts, key) && !Object.hasOwn(texts, `${key}_other`)) return key;
    const count = values?.count;
    const options = { ...fixed, replace: values ?? {} };
    const text = i18n.t(key, typeof count === "number" ? { ...options, count } : options);
    if (!cacheKey) plain.set(key, text);
    else if (cacheKey.length + text.length <= filledMaxLength) {
      if (filled.size >= filledMaxCount) filled.clear();
      filled.set(cacheKey, text);
    }
    return text;
  };
}

/**
 * Returns a text by its key, which may be built at run time. `{{name}}` is replaced by `values.name`, and `count`
 * picks the language's plural form. Returns an unknown key unchanged, so that a message already translated by another
 * service stays readable.
 */
export const textIn = (language: string, namespace: Namespace, key: string, values?: Values): string =>
  (rooms.get(bundleKeyOf(language, namespace))?.t ?? passedOn)(key, values);

/**
 * Returns the translate function of one namespace, over the texts from `addTexts`; used through
 * `#app/components/text` and `#app/services/locale.server`.
 */
export const translator = <N extends Namespace>(language: string, namespace: N): Translate<N> =>
  (rooms.get(bundleKeyOf(language, namespace))?.t ?? passedOn) as Translate<N>;

/** Separates keys and texts; none of them contains it (`same-keys.test.ts`). */
const separator = "|";

/** Packs a namespace for a loader's response: a flat list in one string, the smallest form (docs/adr/0007). */
export const toSend = (texts: Bundle): string => Object.entries(texts).flat().join(separator);

const received = new Map<string, string>();

/** Registers the texts of a namespace packed by `toSend`; each string is parsed once. */
export function receiveTexts(language: string, namespace: Namespace, sent: string): void {
  const bundleKey = bundleKeyOf(language, namespace);
  if (received.get(bundleKey) === sent) return;
  const list = sent.split(separator);
  const texts: Bundle = {};
  for (let at = 0; at + 1 < list.length; at += 2) texts[list[at] ?? ""] = list[at + 1] ?? "";
  addTexts(language, namespace, texts);
  received.set(bundleKey, sent);
}

/** The prefix of `sentInAFile`; no key begins with it (`same-keys.test.ts`). */
const inAFile = "@";

/** Returns the marker that a document's loader sends instead of texts if they come in a file with the script. */
export const sentInAFile = (language: string): string => inAFile + language;

/**
 * Namespaces that every page has without requesting them: for failures, when nothing can be loaded any more, and for
 * form fields.
 */
export const onEveryPage = ["failure", "fields"] as const satisfies Namespace[];

/**
 * Returns the translate function of a namespace, over the texts that a loader sent or, if the loader's marker says so
 * or every page has them, over registered texts. Without either it returns keys.
 */
export function translatorOf<N extends Namespace>(
  language: string,
  namespace: N,
  sent: string | undefined,
): Translate<N> {
  const isOnEveryPage = (onEveryPage as readonly Namespace[]).includes(namespace);
  if (!sent) return isOnEveryPage ? translator(language, namespace) : (passedOn as Translate<N>);
  if (sent.startsWith(inAFile)) return translator(sent.slice(inAFile.length), namespace);
  receiveTexts(language, namespace, sent);
  return translator(language, namespace);
}

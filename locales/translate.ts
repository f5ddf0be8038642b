import { createInstance } from "i18next";
import type { Namespace, Texts } from "./texts";

export type Values = Record<string, string | number>;

/** The keys of a namespace; a plural's forms (`days_one`, `days_few` …) count as one key (`days`). */
export type Key<N extends Namespace> = keyof Texts[N] & string;

/** The keys of texts that need no values. */
export type PlainKey<N extends Namespace> = {
  [K in Key<N>]: [Texts[N][K]] extends [never] ? K : never;
}[Key<N>];

/** The values that a text needs, all of them and no others; nothing where it needs none. */
export type Needed<Names> = [Names] extends [never] ? [] : [values: Record<Names & string, string | number>];

export type Translate<N extends Namespace> = <K extends Key<N>>(
  key: K,
  ...values: Needed<Texts[N][K]>
) => string;

type Bundle = Record<string, string>;

/** The escape character of values while i18next puts them into a text: no text has it (`same-keys.test.ts`). */
const mark = "\uFDD0";
const names: Record<string, string> = { "{": "b", ".": "s", [mark]: "m" };
const characters: Record<string, string> = Object.fromEntries(
  Object.entries(names).map(([character, name]) => [name, character]),
);

/** A value without what a text is made of: braces would be read as a value's name, and its last full stop is told from the text's. */
const guarded = (value: string): string =>
  value.replace(/[{\uFDD0]|(?<!\.)\.$/g, (character) => mark + names[character]);

/** Values to the letter again; `27 нояб. 2026 г.` at the end of a sentence: one full stop is both. */
const settled = (text: string): string =>
  text.includes(mark)
    ? text.replace(/\uFDD0([bsm])(?=((?:<\/\w+>)?\.(?!\.))?)/g, (_, name: string, stop?: string) =>
        name === "s" && stop ? "" : (characters[name] ?? ""),
      )
    : text;

/** The one instance of a process, and of a page (docs/adr/0007). It has what `addTexts` gave it, and loads nothing. */
const i18n = createInstance();
i18n.use({ type: "postProcessor", name: "settled", process: settled });
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
  // React and the letters escape for themselves
  interpolation: { escape: guarded, skipOnVariables: true },
});

type Say = (key: string, values?: Values) => string;

const passedOn: Say = (key) => key;
const rooms = new Map<string, { texts: Bundle; say: Say }>();
const roomOf = (language: string, namespace: string) => `${language}/${namespace}`;

/** Makes a namespace known in a language; what was known of it before goes. */
export function addTexts(language: string, namespace: Namespace, texts: Bundle): void {
  if (rooms.get(roomOf(language, namespace))?.texts === texts) return;
  i18n.removeResourceBundle(language, namespace);
  i18n.addResourceBundle(language, namespace, texts);
  rooms.set(roomOf(language, namespace), { texts, say: sayer(language, namespace, texts) });
}

/** Of a namespace so many texts with their values are kept. */
const filledKept = 300;

function sayer(language: string, namespace: Namespace, texts: Bundle): Say {
  // as `getFixedT` does; the list of languages spares i18next from finding it anew for each text
  const fixed = { lng: language, lngs: [language], ns: [namespace], nest: false };
  const plain = new Map<string, string>();
  const filled = new Map<string, string>();
  return (key, values) => {
    // the same words with the same values, such as a plan's price, are said on page after page
    const cacheKey = values && JSON.stringify([key, values]);
    const known = cacheKey ? filled.get(cacheKey) : plain.get(key);
    if (known !== undefined) return known;
    if (!Object.hasOwn(texts, key) && !Object.hasOwn(texts, `${key}_other`)) return key;
    const count = values?.count;
    const options = { ...fixed, replace: values ?? {} };
    const text = i18n.t(key, typeof count === "number" ? { ...options, count } : options);
    if (filled.size >= filledKept) filled.clear();
    if (cacheKey) filled.set(cacheKey, text);
    else plain.set(key, text);
    return text;
  };
}

/**
 * A text by its key, which may be put together: `{{name}}` is replaced by `values.name`, and a `count` picks the plural form of
 * the language. A key that is not there is returned as it is, so that a message which some other service already put into words
 * stays readable.
 */
export const textIn = (language: string, namespace: Namespace, key: string, values?: Values): string =>
  (rooms.get(roomOf(language, namespace))?.say ?? passedOn)(key, values);

/** The texts of one namespace that `addTexts` gave; `#app/components/text` and `#app/services/locale.server` give it away. */
export const translator = <N extends Namespace>(language: string, namespace: N): Translate<N> =>
  (rooms.get(roomOf(language, namespace))?.say ?? passedOn) as Translate<N>;

/** Stands between keys and texts; none of them has it (`same-keys.test.ts`). */
const separator = "|";

/** A namespace as a loader sends it: a flat list in one string, which costs a page least (docs/adr/0007). */
export const toSend = (texts: Bundle): string => Object.entries(texts).flat().join(separator);

const received = new Map<string, string>();

/** Makes the texts of a namespace known that came packed (`toSend`); each string is taken apart once. */
export function receiveTexts(language: string, namespace: Namespace, sent: string): void {
  const room = roomOf(language, namespace);
  if (received.get(room) === sent) return;
  const list = sent.split(separator);
  const texts: Bundle = {};
  for (let at = 0; at + 1 < list.length; at += 2) texts[list[at] ?? ""] = list[at + 1] ?? "";
  addTexts(language, namespace, texts);
  received.set(room, sent);
}

/** No key begins with it (`same-keys.test.ts`). */
const inAFile = "@";

/** What a document's loader sends in place of texts that come with the script, in a file, if script does come. */
export const sentInAFile = (language: string): string => inAFile + language;

/** What no page has to ask for: said where nothing can be loaded any more, and by fields wherever they stand. */
export const onEveryPage = ["failure", "fields"] as const satisfies Namespace[];

/**
 * The texts of a namespace that a loader sent, or that are known where it says so, or on every page. Where none was sent, keys stand.
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

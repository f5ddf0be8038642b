import { RemixI18Next } from "remix-i18next/server";
import type { Language } from "#contract/languages";
import { defaultLanguage, languages } from "#contract/languages";
import type { Namespace, TextsOf } from "#locales/texts";
import type { Translate } from "#locales/translate";
import { addTexts, onEveryPage, sentInAFile, toSend, translator } from "#locales/translate";
import { cabinetCookie } from "./cookies.server";
import { cachePerRequest, requestContext } from "./request-context.server";

const cookie = () => cabinetCookie("language");

/** The language of the account that was signed in to here last, where none was chosen. */
const accountCookie = () => cabinetCookie("account-language");

const known = (value: unknown): Language | undefined => languages.find((language) => language === value);

/** The language that was chosen in this browser. */
export const chosenLanguage = async (request: Request): Promise<Language | undefined> =>
  known(await cookie().parse(request.headers.get("cookie")));

let detector: RemixI18Next | undefined;

/** English by default, then the account's, then what a letter's link says, then the reader's choice (specification, section 4). */
export function languageOf(request: Request): Promise<Language> {
  detector ??= new RemixI18Next({
    detection: {
      supportedLanguages: [...languages],
      fallbackLanguage: defaultLanguage,
      cookie: cookie(),
      order: ["cookie", "searchParams", "custom"],
      // a letter's link says in which language the letter was
      searchParamKey: "language",
      findLocale: async (request) =>
        known(await accountCookie().parse(request.headers.get("cookie"))) ?? null,
    },
  });
  const found = detector;
  return cachePerRequest("language", () => found.getLocale(request) as Promise<Language>);
}

/** Keeps an account's language until another is chosen, or another account signed in to. */
export const accountLanguageCookie = (language: Language): Promise<string> =>
  accountCookie().serialize(language);

/** Keeps a choice of language. */
export const languageCookie = (language: Language): Promise<string> => cookie().serialize(language);

const files = import.meta.glob<Record<string, string>>("/locales/*/*.json", {
  eager: true,
  import: "default",
});

/** What loaders send, by language and namespace. */
const toSendOf = new Map<string, string>();
for (const [path, texts] of Object.entries(files)) {
  const [, , language = "", file = ""] = path.split("/");
  const namespace = file.replace(".json", "") as Namespace;
  addTexts(language, namespace, texts);
  toSendOf.set(`${language}/${namespace}`, toSend(texts));
}

/** The texts of a namespace for the server's own words. */
export const textsIn = <N extends Namespace>(language: Language, namespace: N): Translate<N> =>
  translator(language, namespace);

/** A namespace as it is sent; nothing for what is no namespace. */
export const packedTexts = (language: string, namespace: string): string | undefined =>
  toSendOf.get(`${language}/${namespace}`);

/**
 * The texts that a page uses, in the reader's language: what a loader returns as `texts` and `useTranslations` finds. A document has its words
 * in its HTML: for its script they come in a file, where script comes at all (`translation-files.server.ts`).
 */
export async function loadTranslations<N extends Namespace>(
  request: Request,
  ...namespaces: N[]
): Promise<TextsOf<N>> {
  const language = await languageOf(request);
  const inAFile = areInAFile();
  return Object.fromEntries(
    namespaces.map((name) => [name, inAFile ? sentInAFile(language) : packedTexts(language, name)]),
  ) as TextsOf<N>;
}

const areInAFile = () => import.meta.env.PROD && requestContext().isDocument;

/** What the root says of texts. Within the app the language may have changed since the file came that has those of every page. */
export const loadTextsOfEveryPage = (request: Request): Promise<Partial<TextsOf<Namespace>>> =>
  areInAFile() ? loadTranslations(request, "common") : loadTranslations(request, "common", ...onEveryPage);

/** The words of a namespace for what the server says itself, such as a toast. */
export async function translationsFor<N extends Namespace>(
  request: Request,
  namespace: N,
): Promise<Translate<N>> {
  return textsIn(await languageOf(request), namespace);
}

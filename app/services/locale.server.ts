import { RemixI18Next } from "remix-i18next/server";
import { paths } from "#app/paths";
import type { Language } from "#contract/languages";
import { defaultLanguage, languages } from "#contract/languages";
import type { Namespace, TextsOf } from "#locales/texts";
import type { Translate } from "#locales/translate";
import { addTexts, onEveryPage, sentInAFile, textIn, toSend, translator } from "#locales/translate";
import { cabinetCookie } from "./cookies.server";
import { cachePerRequest, requestContext } from "./request-context.server";

const cookie = () => cabinetCookie("language");

/** The language of the account last signed in to here, used if no language was chosen. */
const accountCookie = () => cabinetCookie("account-language");

const asLanguage = (value: unknown): Language | undefined => languages.find((language) => language === value);

/** Returns the language chosen in this browser. */
export const chosenLanguage = async (request: Request): Promise<Language | undefined> =>
  asLanguage(await cookie().parse(request.headers.get("cookie")));

let detector: RemixI18Next | undefined;

/**
 * Determines the viewer's language, in ascending priority: English, the account's, the one in an email's link, the
 * viewer's choice (specification, section 4).
 */
export function languageOf(request: Request): Promise<Language> {
  detector ??= new RemixI18Next({
    detection: {
      supportedLanguages: [...languages],
      fallbackLanguage: defaultLanguage,
      cookie: cookie(),
      order: ["cookie", "searchParams", "custom"],
      // links in emails contain the language of the email
      searchParamKey: "language",
      findLocale: async (request) =>
        asLanguage(await accountCookie().parse(request.headers.get("cookie"))) ?? null,
    },
  });
  const found = detector;
  return cachePerRequest("language", () => found.getLocale(withoutFields(request)) as Promise<Language>);
}

/** In the console's URLs `language` is a field of an operation: the language of a text, not of its reader. */
function withoutFields(request: Request): Request {
  const { origin, pathname } = new URL(request.url);
  return pathname.startsWith(paths.admin)
    ? new Request(origin + pathname, { headers: request.headers })
    : request;
}

/** Stores an account's language until another is chosen, or another account signs in. */
export const accountLanguageCookie = (language: Language): Promise<string> =>
  accountCookie().serialize(language);

/** Stores the chosen language. */
export const languageCookie = (language: Language): Promise<string> => cookie().serialize(language);

const files = import.meta.glob<Record<string, string>>("/locales/*/*.json", {
  eager: true,
  import: "default",
});

/** The serialized translations that loaders send, by language and namespace. */
const toSendOf = new Map<string, string>();
for (const [path, texts] of Object.entries(files)) {
  const [, , language = "", file = ""] = path.split("/");
  const namespace = file.replace(".json", "") as Namespace;
  addTexts(language, namespace, texts);
  toSendOf.set(`${language}/${namespace}`, toSend(texts));
}

/** Returns the translations of a namespace for texts generated on the server. */
export const textsIn = <N extends Namespace>(language: Language, namespace: N): Translate<N> =>
  translator(language, namespace);

/** Returns a text whose name is composed at run time; a name without a text is returned unchanged. */
export const textNamed = (language: Language, namespace: Namespace, key: string): string =>
  textIn(language, namespace, key);

/** Returns a namespace as it is sent to the browser, or undefined for an unknown one. */
export const packedTexts = (language: string, namespace: string): string | undefined =>
  toSendOf.get(`${language}/${namespace}`);

/**
 * Returns the translations that a page uses, in the viewer's language, for a loader's `texts` and `useTranslations`.
 * A document's texts are in its HTML already; its script, if there is one, gets them from a file
 * (`translation-files.server.ts`).
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

/**
 * Returns the root route's translations. In client-side navigation they are sent again, because the language may have
 * changed since the file was loaded.
 */
export const loadTextsOfEveryPage = (request: Request): Promise<Partial<TextsOf<Namespace>>> =>
  areInAFile() ? loadTranslations(request, "common") : loadTranslations(request, "common", ...onEveryPage);

/**
 * Returns the translations of a namespace in the viewer's language, for texts generated on the server, such as a
 * toast.
 */
export async function translationsFor<N extends Namespace>(
  request: Request,
  namespace: N,
): Promise<Translate<N>> {
  return textsIn(await languageOf(request), namespace);
}

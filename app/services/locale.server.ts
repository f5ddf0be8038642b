import { createCookie } from "@remix-run/node";
import { RemixI18Next } from "remix-i18next/server";
import type { Language } from "#contract/rules";
import { languages } from "#contract/rules";
import { pack } from "#locales/pack";
import type { Namespace, TextsOf } from "#locales/texts";
import { cookieOptions } from "./cookies.server";
import { oncePerRequest } from "./request-context.server";

const aYear = 365 * 24 * 60 * 60;

const cookie = () => createCookie("language", { ...cookieOptions(), secrets: [], maxAge: aYear });

let detector: RemixI18Next | undefined;

/** English by default, then the reader's choice (specification, section 4). */
export function languageOf(request: Request): Promise<Language> {
  detector ??= new RemixI18Next({
    detection: {
      supportedLanguages: [...languages],
      fallbackLanguage: "en",
      cookie: cookie(),
      // a letter's link says in which language the letter was
      order: ["cookie", "searchParams"],
      searchParamKey: "language",
    },
  });
  const found = detector;
  return oncePerRequest("language", () => found.getLocale(request) as Promise<Language>);
}

/** Keeps a choice of language. */
export const languageCookie = (language: Language): Promise<string> => cookie().serialize(language);

const files = import.meta.glob<Record<string, string>>("/locales/{en,ru}/*.json", {
  eager: true,
  import: "default",
});

const packedFiles = Object.fromEntries(Object.entries(files).map(([path, texts]) => [path, pack(texts)]));

/** The texts of a namespace for the server's own words. */
export const textsIn = (language: Language, namespace: Namespace): Record<string, string> =>
  files[`/locales/${language}/${namespace}.json`] ?? {};

/** The texts that a page uses, in the reader's language: what a loader returns as `texts` and `useText` finds. */
export async function loadTexts<N extends Namespace>(
  request: Request,
  ...namespaces: N[]
): Promise<TextsOf<N>> {
  const language = await languageOf(request);
  return Object.fromEntries(
    namespaces.map((name) => [name, packedFiles[`/locales/${language}/${name}.json`]]),
  ) as TextsOf<N>;
}

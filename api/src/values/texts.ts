import type { Language } from "#contract/rules";
import apiEn from "#locales/en/api.json" with { type: "json" };
import errorsEn from "#locales/en/errors.json" with { type: "json" };
import apiRu from "#locales/ru/api.json" with { type: "json" };
import errorsRu from "#locales/ru/errors.json" with { type: "json" };
import type { Values } from "#locales/translate";
import { translate } from "#locales/translate";

const refusals: Record<Language, Record<string, string>> = {
  en: { ...errorsEn, ...apiEn },
  ru: { ...errorsRu, ...apiRu },
};

/** The words of a refusal or of a contract message, in the caller's language. */
export function refusalText(language: Language, key: string, values?: Values): string {
  return translate(refusals[language], language, key, values);
}

/** The language of an `Accept-Language` header: Russian where it comes before English, else English. */
export function languageOf(header: string | null | undefined): Language {
  for (const part of (header ?? "").split(",")) {
    const tag = part.trim().slice(0, 2).toLowerCase();
    if (tag === "ru" || tag === "en") return tag;
  }
  return "en";
}

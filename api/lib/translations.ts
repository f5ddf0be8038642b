import type { Language } from "#contract/languages";
import { defaultLanguage, languageOfCode, languages } from "#contract/languages";
import announcementsEn from "#locales/en/announcements.json" with { type: "json" };
import answersEn from "#locales/en/answers.json" with { type: "json" };
import apiEn from "#locales/en/api.json" with { type: "json" };
import balanceEn from "#locales/en/balance.json" with { type: "json" };
import botEn from "#locales/en/bot.json" with { type: "json" };
import errorsEn from "#locales/en/errors.json" with { type: "json" };
import historyEn from "#locales/en/history.json" with { type: "json" };
import invoicesEn from "#locales/en/invoices.json" with { type: "json" };
import mailEn from "#locales/en/mail.json" with { type: "json" };
import operationsEn from "#locales/en/operations.json" with { type: "json" };
import postingsEn from "#locales/en/postings.json" with { type: "json" };
import staffEn from "#locales/en/staff.json" with { type: "json" };
import announcementsRu from "#locales/ru/announcements.json" with { type: "json" };
import answersRu from "#locales/ru/answers.json" with { type: "json" };
import apiRu from "#locales/ru/api.json" with { type: "json" };
import balanceRu from "#locales/ru/balance.json" with { type: "json" };
import botRu from "#locales/ru/bot.json" with { type: "json" };
import errorsRu from "#locales/ru/errors.json" with { type: "json" };
import historyRu from "#locales/ru/history.json" with { type: "json" };
import invoicesRu from "#locales/ru/invoices.json" with { type: "json" };
import mailRu from "#locales/ru/mail.json" with { type: "json" };
import operationsRu from "#locales/ru/operations.json" with { type: "json" };
import postingsRu from "#locales/ru/postings.json" with { type: "json" };
import staffRu from "#locales/ru/staff.json" with { type: "json" };
import type { Key, Values } from "#locales/translate";
import { addTexts, textIn } from "#locales/translate";

/** The namespaces of `locales/` that the API uses; no other module of the API imports them. */
const texts = {
  en: {
    announcements: announcementsEn,
    answers: answersEn,
    api: apiEn,
    errors: errorsEn,
    mail: mailEn,
    bot: botEn,
    balance: balanceEn,
    history: historyEn,
    operations: operationsEn,
    postings: postingsEn,
    invoices: invoicesEn,
    staff: staffEn,
  },
  ru: {
    announcements: announcementsRu,
    answers: answersRu,
    api: apiRu,
    errors: errorsRu,
    mail: mailRu,
    bot: botRu,
    balance: balanceRu,
    history: historyRu,
    operations: operationsRu,
    postings: postingsRu,
    invoices: invoicesRu,
    staff: staffRu,
  },
} satisfies Record<Language, Record<string, Record<string, string>>>;

for (const language of languages)
  for (const [namespace, messages] of Object.entries(texts[language]))
    addTexts(language, namespace as Namespace, messages);

type Namespace = keyof (typeof texts)[typeof defaultLanguage];

/** Returns whether a namespace has a text of this name, as one string or in plural forms; for composed names. */
export const hasText = (namespace: Namespace, key: string): boolean =>
  key in texts[defaultLanguage][namespace] || `${key}_other` in texts[defaultLanguage][namespace];

/** Returns a text with a composed name, or one from the contract; a missing name is returned unchanged. */
export const textNamed = (namespace: Namespace, language: Language, key: string, values?: Values): string =>
  textIn(language, namespace, key, values);

/** Returns a text of one namespace in a language: `textOf("bot")(language, "linkInvalid", { profile })`. */
export const textOf =
  <N extends Namespace>(namespace: N) =>
  (language: Language, key: Key<N>, values?: Values): string =>
    textNamed(namespace, language, key, values);

/** Returns the text of an error or of a contract message, in the caller's language. */
export const errorText = (language: Language, key: string, values?: Values): string =>
  textNamed(hasText("api", key) ? "api" : "errors", language, key, values);

/** Returns the first supported language of an `Accept-Language` header, else the default. */
export function languageOf(header: string | null | undefined): Language {
  for (const part of (header ?? "").split(",")) {
    const language = languageOfCode(part);
    if (language) return language;
  }
  return defaultLanguage;
}

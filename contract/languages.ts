/**
 * The supported languages, with the locales of their dates and numbers (BCP 47). docs/adding.md describes how to add
 * one.
 */
export const languageTable = {
  en: { name: "English", dates: "en-GB", numbers: "en-US" },
  ru: { name: "Русский", dates: "ru-RU", numbers: "ru-RU" },
} as const;

export type Language = keyof typeof languageTable;

export const languages = Object.keys(languageTable) as [Language, ...Language[]];

/** The fallback language (specification, section 4). */
export const defaultLanguage = "en" satisfies Language;

/**
 * Returns the language of a code in any case, with or without a country: `RU`, `ru-BY`. Returns undefined for an
 * unsupported one.
 */
export const languageOfCode = (code: string | null | undefined): Language | undefined =>
  languages.find((language) => language === code?.trim().slice(0, 2).toLowerCase());

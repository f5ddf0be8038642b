/**
 * The languages that the product is said in, and how each writes dates and numbers (BCP 47).
 * docs/adding.md says what a further one takes.
 */
export const languageTable = {
  en: { name: "English", dates: "en-GB", numbers: "en-US" },
  ru: { name: "Русский", dates: "ru-RU", numbers: "ru-RU" },
} as const;

export type Language = keyof typeof languageTable;

export const languages = Object.keys(languageTable) as [Language, ...Language[]];

/** Where nothing says another (specification, section 4). */
export const defaultLanguage = "en" satisfies Language;

/** The language of a code in any case, with or without a country: `RU`, `ru-BY`; undefined for one that nobody here speaks. */
export const languageOfCode = (code: string | null | undefined): Language | undefined =>
  languages.find((language) => language === code?.trim().slice(0, 2).toLowerCase());

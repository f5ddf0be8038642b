import type { Language } from "#contract/languages";

type Columns = { textEn: string; textRu: string };

/** Returns a text that staff wrote, which has a column per language, by language. */
export const textsByLanguage = ({ textEn, textRu }: Columns): Record<Language, string> => ({
  en: textEn,
  ru: textRu,
});

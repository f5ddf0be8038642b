import type { Language } from "#contract/languages";

type Texts = { textEn: string; textRu: string };

/** Returns what clients read of a maintenance window, by language. */
export const maintenanceTexts = ({ textEn, textRu }: Texts): Record<Language, string> => ({
  en: textEn,
  ru: textRu,
});

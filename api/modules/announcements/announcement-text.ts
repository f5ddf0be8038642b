import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";

type AnnouncementTexts = { subjectEn: string; textEn: string; subjectRu: string; textRu: string };

export const textColumns = {
  en: ["subjectEn", "textEn"],
  ru: ["subjectRu", "textRu"],
} as const satisfies Record<Language, readonly (keyof AnnouncementTexts)[]>;

/** Returns an announcement's subject and text in a language. */
export function announcementText(
  announcement: AnnouncementTexts,
  language: Language,
): { subject: string; text: string } {
  const [subject, text] = textColumns[language];
  return { subject: announcement[subject], text: announcement[text] };
}

/** Returns the languages that an announcement is sent in: the chosen one, or all. */
export const sentLanguages = ({
  language,
}: {
  language?: Language | null | undefined;
}): readonly Language[] => (language ? [language] : languages);

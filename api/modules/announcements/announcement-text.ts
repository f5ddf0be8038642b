import type { Language } from "#contract/languages";

type AnnouncementTexts = { subjectEn: string; textEn: string; subjectRu: string; textRu: string };

const columns = {
  en: ["subjectEn", "textEn"],
  ru: ["subjectRu", "textRu"],
} as const satisfies Record<Language, readonly (keyof AnnouncementTexts)[]>;

/** Returns an announcement's subject and text in a language. */
export function announcementText(
  announcement: AnnouncementTexts,
  language: Language,
): { subject: string; text: string } {
  const [subject, text] = columns[language];
  return { subject: announcement[subject], text: announcement[text] };
}

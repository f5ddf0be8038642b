import { useLanguage, useTranslations } from "#app/components/translations";
import { utcDateText } from "#app/lib/dates";

export type TextVersionProps = { version: number; holdsFrom: string | null };

/** Which version of a text this is, and since when; nothing for the one that a release came with, which dates itself. */
export function TextVersion({ version, holdsFrom }: TextVersionProps) {
  const t = useTranslations("common");
  const language = useLanguage();
  if (holdsFrom === null) return null;
  return (
    <p className="muted small">{t("textVersion", { version, date: utcDateText(holdsFrom, language) })}</p>
  );
}

import { useLanguage, useTranslations } from "#app/components/translations";
import { utcDateText } from "#app/lib/dates";

export type TextVersionProps = { version: number; holdsFrom: string | null };

/**
 * The version of a text and the date it is valid from. Renders nothing for the text shipped with a release, which has
 * a date itself.
 */
export function TextVersion({ version, holdsFrom }: TextVersionProps) {
  const t = useTranslations("common");
  const language = useLanguage();
  if (holdsFrom === null) return null;
  return (
    <p className="muted small">{t("textVersion", { version, date: utcDateText(holdsFrom, language) })}</p>
  );
}

import { useTranslations } from "#app/components/translations";

type Query = { after?: string; before?: string };
type NextPagesProps = {
  /** Cursors of the neighbouring pages; null if there is none. */
  previous: string | null;
  next: string | null;
  href: (query: Query) => string;
  /** Name of the navigation, if the page has other lists. */
  label?: string;
};

/** Links to the previous and the next page of a list that is read by cursors. */
export function NextPages({ previous, next, href, label }: NextPagesProps) {
  const t = useTranslations("admin");
  if (!previous && !next) return null;
  return (
    <nav className="pager" aria-label={label ?? t("pages")}>
      {previous && (
        <a href={href({ before: previous })} rel="prev">
          {t("previous")}
        </a>
      )}{" "}
      {next && (
        <a href={href({ after: next })} rel="next">
          {t("next")}
        </a>
      )}
    </nav>
  );
}

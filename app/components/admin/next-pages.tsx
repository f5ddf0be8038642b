import { useTranslations } from "#app/components/translations";

type NextPagesProps = { page: number; hasNext: boolean; href: (page: number) => string };

/** Links to the previous and the next page of a list without a total. */
export function NextPages({ page, hasNext, href }: NextPagesProps) {
  const t = useTranslations("admin");
  if (page === 1 && !hasNext) return null;
  return (
    <nav className="pager" aria-label={t("pages")}>
      {page > 1 && (
        <a href={href(page - 1)} rel="prev">
          {t("previous")}
        </a>
      )}{" "}
      {hasNext && (
        <a href={href(page + 1)} rel="next">
          {t("next")}
        </a>
      )}
    </nav>
  );
}

import { useTranslations } from "#app/components/translations";
import type { TextVersionProps } from "./text-version";
import { TextVersion } from "./text-version";

type LegalPageProps = TextVersionProps & {
  title: string;
  updated: string;
  html: string;
  /** Its sections, with their ids in `html`. */
  contents: { id: string; title: string }[];
};

/** A long legal text, such as the offer or the policy. Where there is room, its contents stay in sight beside it. */
export function LegalPage({ title, updated, html, contents, version, holdsFrom }: LegalPageProps) {
  const t = useTranslations("common");
  return (
    <main id="main" className="split">
      <article className="prose">
        <h1>{title}</h1>
        <p className="muted small">{updated}</p>
        <TextVersion version={version} holdsFrom={holdsFrom} />
        {/* trusted: our own Markdown, rendered by services/content */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
      <nav className="aside" aria-labelledby="contents">
        <h2 id="contents">{t("contents")}</h2>
        <ol className="links">
          {contents.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
    </main>
  );
}

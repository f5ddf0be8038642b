import type { TextVersionProps } from "./text-version";
import { TextVersion } from "./text-version";

type LegalPageProps = TextVersionProps & { title: string; updated: string; html: string };

/** A long legal text: the offer or the policy. */
export function LegalPage({ title, updated, html, version, holdsFrom }: LegalPageProps) {
  return (
    <main id="main">
      <article className="prose">
        <h1>{title}</h1>
        <p className="muted small">{updated}</p>
        <TextVersion version={version} holdsFrom={holdsFrom} />
        {/* trusted: our own Markdown, rendered by services/content */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </main>
  );
}

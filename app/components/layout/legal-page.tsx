/** A long text of ours: the offer, the policy. */
export function LegalPage({ title, updated, html }: { title: string; updated: string; html: string }) {
  return (
    <main id="main">
      <article className="prose">
        <h1>{title}</h1>
        <p className="muted small">{updated}</p>
        {/* our own Markdown, rendered by services/content */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </main>
  );
}

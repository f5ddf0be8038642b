/** Paths that perform an action or serve programs; none is a page for search results. */
const hidden = [
  "/api/",
  "/it-was-not-me/",
  "/confirm-email/",
  "/online-monitoring/unsubscribe/",
  "/online-monitoring/recipients/",
];

/** Directives for search engines; pages that must not be indexed also say so themselves. */
export const loader = () =>
  new Response(["User-agent: *", ...hidden.map((path) => `Disallow: ${path}`), ""].join("\n"), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });

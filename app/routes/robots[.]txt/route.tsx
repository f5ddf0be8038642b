/** What is opened to do something, and what answers programs: no page that a search would show. */
const hidden = [
  "/api/",
  "/it-was-not-me/",
  "/confirm-email/",
  "/online-monitoring/unsubscribe/",
  "/online-monitoring/recipients/",
];

/** For who looks for pages to show in a search; pages that shall not be found say so themselves. */
export const loader = () =>
  new Response(["User-agent: *", ...hidden.map((path) => `Disallow: ${path}`), ""].join("\n"), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });

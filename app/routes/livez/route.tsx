/** The process answers; what it stands on is asked by `/readyz`. */
export const loader = () =>
  new Response("ok", { headers: { "content-type": "text/plain", "cache-control": "no-store" } });

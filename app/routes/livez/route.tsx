import { version } from "#app/services/version.server";

/** Liveness: the process runs, with its version; `/readyz` checks its dependencies. */
export const loader = () =>
  new Response(`ok ${version}`, { headers: { "content-type": "text/plain", "cache-control": "no-store" } });

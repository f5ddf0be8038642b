import { version } from "#app/services/version.server";

/** The process, and which release it is, answers; what it stands on is asked by `/readyz`. */
export const loader = () =>
  new Response(`ok ${version}`, { headers: { "content-type": "text/plain", "cache-control": "no-store" } });

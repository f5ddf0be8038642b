import { apiAnswers } from "#app/services/api.server";

/** Whether a reader sent here now would get their page: the API and its database answer. */
export async function loader() {
  const isReady = await apiAnswers();
  return new Response(isReady ? "ready" : "the API does not answer", {
    status: isReady ? 200 : 503,
    headers: { "content-type": "text/plain", "cache-control": "no-store" },
  });
}
